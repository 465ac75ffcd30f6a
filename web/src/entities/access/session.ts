/** The signed-in person and their permissions, loaded once at the start in the order of the specification. */
import { useSyncExternalStore } from "react";
import { cache } from "@/api/cache";
import { NoAnswer } from "@/api/errors";
import { abortAll, change, type Outcome, onForbidden, read } from "@/api/request";
import { clearPersonData, recall, remember } from "@/api/storage";
import { clearTokens, isAuthenticated, onTokens, signedInId, writeTokens } from "@/api/tokens";
import type { PermissionObject, Profile, SignIn, StaffInfo } from "@/api/types";
import { runBeforeSignOut, runSignOutCleanups } from "@/lib/sign-out";
import { loadPreferences } from "@/ui/preferences/preferences";

export type SessionState = {
  /** none: signed out · starting: profile and permissions are loading · ready · failed: `error` has the reason. */
  phase: "none" | "starting" | "ready" | "failed";
  profile: Profile | null;
  permissions: PermissionObject[];
  /** Unread notifications. */
  notifications: number;
  error: unknown;
  /** Ready by what this browser stored: the server has not answered yet (D-70). */
  restored: boolean;
};

const NONE: SessionState = {
  phase: "none",
  profile: null,
  permissions: [],
  notifications: 0,
  error: null,
  restored: false,
};
/** A server that stays silent for so long is away. */
const RESTORE_AFTER_MS = 4_000;

let state: SessionState = NONE;
let run = 0;
let permissionsFetchedAt = 0;
const listeners = new Set<() => void>();

function update(next: Partial<SessionState>): void {
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

/** Name and role from the sign-in answer, for the header before the profile has loaded. */
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

/**
 * Profile, then rights, then the count of notifications; a second call while one runs does nothing. Without an answer
 * the session goes on as this browser stored it.
 */
export async function startSession(): Promise<void> {
  if (!isAuthenticated() || state.phase === "starting") return;
  const thisRun = ++run;
  const current = () => thisRun === run;
  const restore = async () => {
    const stored = await import("./stored-session").then((code) => code.recallSession()).catch(() => null);
    if (stored && current() && state.phase === "starting") update({ ...stored, phase: "ready", restored: true });
  };
  // A restored session is at work: it stays until the answers are there.
  if (!state.restored) update({ ...NONE, phase: "starting" });
  const silence = setTimeout(restore, RESTORE_AFTER_MS);
  try {
    const preferences = loadPreferences();
    const profile = must(await read("/profile"));
    if (!current()) return;
    if (!profile) throw new NoProfile();
    update({ profile });
    if (profile.mustChangePassword) return update({ phase: "ready", restored: false });
    permissionsFetchedAt = Date.now();
    const { permissionObjects } = must(await read("/roles/permission-objects/mine"));
    await preferences;
    if (!current()) return;
    update({ permissions: permissionObjects, phase: "ready", restored: false });
    await countNotifications();
  } catch (error) {
    if (error instanceof NoAnswer) await restore();
    if (current() && isAuthenticated() && !state.restored) update({ phase: "failed", error });
  } finally {
    clearTimeout(silence);
  }
}

/** No notifications count as 0; a failed count keeps the last one. */
export async function countNotifications(): Promise<void> {
  const thisRun = run;
  const outcome = await read("/notifications/count").catch(() => null);
  if (thisRun === run && outcome && !outcome.forbidden) update({ notifications: outcome.data.count });
}

/** Refetches the permissions after they were or may have been changed, so that menu and buttons follow at once. */
export async function refetchPermissions(): Promise<void> {
  const thisRun = run;
  permissionsFetchedAt = Date.now();
  const outcome = await read("/roles/permission-objects/mine").catch(() => null);
  if (thisRun !== run || !outcome || outcome.forbidden) return;
  const { permissionObjects } = outcome.data;
  if (JSON.stringify(permissionObjects) === JSON.stringify(state.permissions)) return;
  update({ permissions: permissionObjects });
  // Parts that were forbidden may be permitted now; what is shown stays, with what was typed into it.
  const forbidden = (data: unknown) => (data as Outcome<unknown> | undefined)?.forbidden === true;
  void cache.invalidateQueries({ predicate: (query) => forbidden(query.state.data) });
}

/** The own photo was changed: the header shows it at once. */
export async function refetchProfile(): Promise<void> {
  const thisRun = run;
  const outcome = await read("/profile").catch(() => null);
  if (thisRun === run && outcome && !outcome.forbidden) update({ profile: outcome.data });
}

/** Stores the tokens after sign-in and starts the session; another person's drafts are cleared. */
export function completeSignIn(signIn: SignIn): void {
  if (staffInfo()?.id !== signIn.staffInfo.id) clearPersonData();
  remember("person", "staff", signIn.staffInfo);
  writeTokens(signIn);
  void startSession();
}

/** Continues after the person changed their own password. */
export function passwordChanged(): void {
  if (state.profile) update({ profile: { ...state.profile, mustChangePassword: false } });
  state = { ...state, phase: "none" };
  void startSession();
}

/** Signs out: ends the session on the server, aborts requests, clears all data of the person. */
export async function signOut(): Promise<void> {
  abortAll();
  await runBeforeSignOut();
  // Without a network the session stays open on the server; here it is gone all the same.
  await change("post", "/auth/logout", { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
  abortAll();
  clearTokens();
}

function forget(): void {
  run += 1;
  runSignOutCleanups();
  update(NONE);
}

/** Rejections and returns to the page come in bursts: one of them is enough in so many milliseconds. */
export const PERMISSIONS_FRESH_MS = 2_000;

/** Follows changes of the own permissions: at a rejection, and when the person returns to the page. */
export function watchPermissions(): () => void {
  const check = () => {
    const due = Date.now() - permissionsFetchedAt >= PERMISSIONS_FRESH_MS;
    if (due && state.phase === "ready" && !state.profile?.mustChangePassword) void refetchPermissions();
  };
  const returned = () => {
    if (document.visibilityState === "visible") check();
  };
  const ends = onForbidden(check);
  addEventListener("focus", returned);
  document.addEventListener("visibilitychange", returned);
  return () => {
    ends();
    removeEventListener("focus", returned);
    document.removeEventListener("visibilitychange", returned);
  };
}

/** Follows the tokens: cleared (here, in another tab, or expired) or another person's ends the session; set starts it. */
export function watchSession(): void {
  onTokens(() => {
    // A tab that slept may see only the last of a sign-out and another person's sign-in.
    const other = state.profile !== null && (signedInId() ?? state.profile.id) !== state.profile.id;
    if (state.phase !== "none" && (other || !isAuthenticated())) forget();
    if (isAuthenticated() && state.phase === "none") void startSession();
  });
}
