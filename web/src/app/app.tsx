/** The console as a whole: its entrance for who is not signed in, the screens for who is. Each comes when it is needed. */
import { Suspense, useSyncExternalStore } from "react";
import { isAuthenticated } from "@/api/tokens";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { onSessionChange, sessionEnded } from "./auth-redirect";
import { RootErrorBoundary } from "./errors/root-error-boundary";
import { ShellSkeleton } from "./shell/shell-skeleton";

export const fetchAppRoot = () => import("./app-root");

const Console = lazyComponent(async () => (await fetchAppRoot()).AppRoot, []);
const SignInScreen = lazyComponent(
  async () => (await import("@/features/access/sign-in/sign-in-screen")).SignInScreen,
  ["signIn"],
);

/** While a person types his password, the code of what comes next arrives. */
const warmUp = () => void fetchAppRoot().catch(() => undefined);

export function App() {
  const authenticated = useSyncExternalStore(onSessionChange, isAuthenticated);
  return (
    <RootErrorBoundary key={String(authenticated)}>
      {authenticated ? (
        <Suspense fallback={<ShellSkeleton />}>
          <Console />
        </Suspense>
      ) : (
        <Suspense>
          <div onInput={warmUp}>
            <SignInScreen ended={sessionEnded()} />
          </div>
        </Suspense>
      )}
    </RootErrorBoundary>
  );
}
