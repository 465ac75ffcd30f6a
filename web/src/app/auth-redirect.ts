/** Redirects to sign-in with a return path, and back when the session ends or begins in any tab (D-42). */
import { isAuthenticated, onTokens } from "@/api/tokens";

const SIGN_IN = "/signin";

/** A public page needs no session, and holds none (D-40, D-147). */
export const isPublic = () => location.pathname.startsWith("/exam-result/");

/** Target after sign-in: a path of this console only, never another site. */
export function returnTo(search: string): string {
  const from = new URLSearchParams(search).get("from") ?? "/";
  return /^\/(?![/\\])/.test(from) && !from.startsWith(SIGN_IN) ? from : "/";
}

export function signInPath(from: string): string {
  return from === "/" || from.startsWith(SIGN_IN) ? SIGN_IN : `${SIGN_IN}?from=${encodeURIComponent(from)}`;
}

let leaving = false;
let ended = false;

/** A person who signs out starts afresh next time; a person whose session ended returns to their page. */
export async function leaveDeliberately(work: () => Promise<void>): Promise<void> {
  leaving = true;
  try {
    await work();
  } finally {
    leaving = false;
  }
}

/** The session ended by itself while the console was open; the sign-in page shows it. */
export const sessionEnded = (): boolean => ended;

/** Moves a signed-out person to sign-in, and a signed-in person away from it. */
export function redirectToMatchSession(): void {
  if (isPublic()) return;
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
