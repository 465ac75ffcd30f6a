/** The ways in and out: to sign-in with a way back, and onward when the session ends or begins in any tab (D-42). */
import { isAuthenticated, onTokens } from "@/api/tokens";

const SIGN_IN = "/signin";

/** Where a person lands after signing in: only a path of this console, never another site. */
export function returnTo(search: string): string {
  const from = new URLSearchParams(search).get("from") ?? "/";
  return /^\/(?![/\\])/.test(from) && !from.startsWith(SIGN_IN) ? from : "/";
}

export function signInPath(from: string): string {
  return from === "/" || from.startsWith(SIGN_IN) ? SIGN_IN : `${SIGN_IN}?from=${encodeURIComponent(from)}`;
}

let leaving = false;
let ended = false;

/** A person who signs out himself starts afresh next time; one whose session ended comes back to his page. */
export async function leaveDeliberately(work: () => Promise<void>): Promise<void> {
  leaving = true;
  try {
    await work();
  } finally {
    leaving = false;
  }
}

/** The session ended by itself while the console was open: the entrance says so. */
export const sessionEnded = (): boolean => ended;

/** Who is not signed in stands at the entrance, who is does not. */
export function redirectToMatchSession(): void {
  const { pathname, search, hash } = location;
  const atEntrance = pathname === SIGN_IN;
  const to = isAuthenticated() ? atEntrance && returnTo(search) : !atEntrance && signInPath(pathname + search + hash);
  if (to) history.replaceState(null, "", leaving ? SIGN_IN : to);
}

export function onSessionChange(listener: () => void): () => void {
  let before = isAuthenticated();
  return onTokens(() => {
    const now = isAuthenticated();
    if (now === before) return;
    ended = !now && !leaving;
    before = now;
    redirectToMatchSession();
    listener();
  });
}
