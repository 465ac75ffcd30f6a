/** The console as a whole: sign-in, or the screens of a signed-in person. Each loads on demand. */
import { Suspense, useSyncExternalStore } from "react";
import { isAuthenticated } from "@/api/tokens";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { isPublic, onSessionChange, sessionEnded } from "./auth-redirect";
import { RootErrorBoundary } from "./errors/root-error-boundary";
import { ShellSkeleton } from "./shell/shell-skeleton";

export const fetchAppRoot = () => import("./app-root");

const Console = lazyComponent(async () => (await fetchAppRoot()).AppRoot, []);
const SignInScreen = lazyComponent(
  async () => (await import("@/features/access/sign-in/sign-in-screen")).SignInScreen,
  ["signIn"],
);

const PublicResult = lazyComponent(
  async () => (await import("@/features/exams/public-result-screen")).PublicResultScreen,
  ["exams"],
);

/** The code of the next step loads while the person types a password. */
const warmUp = () => void fetchAppRoot().catch(() => undefined);

export function App() {
  const authenticated = useSyncExternalStore(onSessionChange, isAuthenticated);
  return (
    <RootErrorBoundary key={String(authenticated)}>
      {isPublic() ? (
        <Suspense>
          <PublicResult />
        </Suspense>
      ) : authenticated ? (
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
