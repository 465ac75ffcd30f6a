/** Renewing the session: once for all requests and all tabs (D-42). */
import { errorOf, UnexpectedAnswer } from "./errors";
import { dropTokens, readTokens, writeTokens } from "./tokens";

let flight: Promise<boolean> | null = null;

/** True when there is a newer token than `stale`; false when the session has ended (the tokens are gone then). */
export function refresh(stale: string): Promise<boolean> {
  flight ??= withLock(() => renew(stale)).finally(() => {
    flight = null;
  });
  return flight;
}

/** One tab at a time where the browser has locks; elsewhere the server gives two tabs the same pair (D-9). */
function withLock(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request("markaz.refresh", work) : work();
}

async function renew(stale: string): Promise<boolean> {
  const tokens = readTokens();
  if (!tokens) return false;
  if (tokens.accessToken !== stale) return true;
  const response = await fetch("/api/staff/auth/refresh-token", {
    headers: { Authorization: `Bearer ${tokens.refreshToken}` },
  });
  const body = await response.json().catch(() => undefined);
  if (response.ok && body?.data?.accessToken) {
    // A person who signed out in the meantime stays signed out.
    if (readTokens()?.refreshToken === tokens.refreshToken) writeTokens(body.data);
    return readTokens() !== null;
  }
  if (response.ok) throw new UnexpectedAnswer(response);
  if (response.status !== 401) throw errorOf(response, body);
  if (readTokens()?.refreshToken === tokens.refreshToken) dropTokens();
  return readTokens() !== null;
}
