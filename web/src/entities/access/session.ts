/** Who is signed in and what he may do: loaded once at the start, in the order that the specification gives. */
import { useSyncExternalStore } from "react";
import { abortAll, change, type Outcome, read } from "@/api/request";
import { clearPersonData, recall, remember } from "@/api/storage";
import { clearTokens, isAuthenticated, onTokens, writeTokens } from "@/api/tokens";
import type { PermissionObject, Profile, SignIn, StaffInfo } from "@/api/types";
import { runSignOutCleanups } from "@/lib/sign-out";
import { loadPreferences } from "@/ui/preferences/preferences";

export type SessionState = {
  /** none: signed out · starting: profile and rights are on their way · ready · failed: `error` says why. */
  phase: "none" | "starting" | "ready" | "failed";
  profile: Profile | null;
  permissions: PermissionObject[];
  /** Unread notifications. */
  notifications: number;
  error: unknown;
};

const NONE: SessionState = { phase: "none", profile: null, permissions: [], notifications: 0, error: null };

let state: SessionState = NONE;
let run = 0;
const listeners = new Set<() => void>();

function become(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const session = (): SessionState => state;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(onSession, session);
}

/** What the sign-in told of the person; the header can name him before the profile is there. */
export function staffInfo(): StaffInfo | null {
  return recall<StaffInfo>("person", "staff");
}

class NoProfile extends Error {
  override readonly name = "NoProfile";
}

function must<T>(outcome: Outcome<T>): T {
  if (outcome.forbidden) throw outcome.refusal;
  return outcome.data;
}

/** Profile, then rights, then the count of notifications; a second call while one runs does nothing. */
export async function startSession(): Promise<void> {
  if (!isAuthenticated() || state.phase === "starting") return;
  const mine = ++run;
  const current = () => mine === run;
  become({ ...NONE, phase: "starting" });
  try {
    const preferences = loadPreferences();
    const profile = must(await read("/profile"));
    if (!current()) return;
    if (!profile) throw new NoProfile();
    become({ profile });
    if (profile.mustChangePassword) return become({ phase: "ready" });
    const { permissionObjects } = must(await read("/roles/permission-objects/mine"));
    await preferences;
    if (!current()) return;
    become({ permissions: permissionObjects, phase: "ready" });
    await countNotifications();
  } catch (error) {
    if (current() && isAuthenticated()) become({ phase: "failed", error });
  }
}

/** Nothing to count is 0; a count that can't be had keeps the last. */
export async function countNotifications(): Promise<void> {
  const mine = run;
  const outcome = await read("/notifications/count").catch(() => null);
  if (mine === run && outcome && !outcome.forbidden) become({ notifications: outcome.data.count });
}

/** The own role was changed: what one may is asked anew, so that the menu follows at once. */
export async function refetchPermissions(): Promise<void> {
  const mine = run;
  const outcome = await read("/roles/permission-objects/mine").catch(() => null);
  if (mine === run && outcome && !outcome.forbidden) become({ permissions: outcome.data.permissionObjects });
}

/** The own photo was changed: the header shows it at once. */
export async function refetchProfile(): Promise<void> {
  const mine = run;
  const outcome = await read("/profile").catch(() => null);
  if (mine === run && outcome && !outcome.forbidden) become({ profile: outcome.data });
}

/** Sign-in succeeded: keep the tokens and begin. Another person's drafts are not this one's. */
export function completeSignIn(signIn: SignIn): void {
  if (staffInfo()?.id !== signIn.staffInfo.id) clearPersonData();
  remember("person", "staff", signIn.staffInfo);
  writeTokens(signIn);
  void startSession();
}

/** The own password was changed: nothing stands in the way any more. */
export function passwordChanged(): void {
  if (state.profile) become({ profile: { ...state.profile, mustChangePassword: false } });
  state = { ...state, phase: "none" };
  void startSession();
}

/** Sign out: end the session on the server, stop what is under way, forget everything of the person. */
export async function signOut(): Promise<void> {
  abortAll();
  // Without a network the session stays open on the server; here it is gone all the same.
  await change("post", "/auth/logout", { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
  abortAll();
  clearTokens();
}

function forget(): void {
  run += 1;
  runSignOutCleanups();
  become(NONE);
}

/** Follow the tokens: gone (here, in another tab, or expired) means forgotten; come means begin. */
export function watchSession(): void {
  onTokens(() => {
    if (!isAuthenticated() && state.phase !== "none") forget();
    else if (isAuthenticated() && state.phase === "none") void startSession();
  });
}
