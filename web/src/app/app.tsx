/** The console as a whole: its entrance for who is not signed in, the screens for who is. Each comes when it is needed. */
import { Suspense, useSyncExternalStore } from "react";
import { isAuthenticated } from "@/api/tokens";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { LastResort } from "./errors/last-resort";
import { ShellSkeleton } from "./shell/shell-skeleton";
import { followSession, wasEnded } from "./ways";

export const fetchConsole = () => import("./console");

const Console = lazyComponent(async () => (await fetchConsole()).Console, []);
const SignInScreen = lazyComponent(
  async () => (await import("@/features/access/sign-in/sign-in-screen")).SignInScreen,
  ["signIn"],
);

/** While a person types his password, the code of what comes next arrives. */
const warmUp = () => void fetchConsole().catch(() => undefined);

export function App() {
  const authenticated = useSyncExternalStore(followSession, isAuthenticated);
  return (
    <LastResort key={String(authenticated)}>
      {authenticated ? (
        <Suspense fallback={<ShellSkeleton />}>
          <Console />
        </Suspense>
      ) : (
        <Suspense>
          <div onInput={warmUp}>
            <SignInScreen ended={wasEnded()} />
          </div>
        </Suspense>
      )}
    </LastResort>
  );
}
