/** The two tokens of the session, shared by all tabs through the browser's storage (D-9). */
import { clearPersonData, onOtherTab, recall, remember } from "./storage";

export type Tokens = { accessToken: string; refreshToken: string };

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

onOtherTab("person", "tokens", notify);

export function readTokens(): Tokens | null {
  const tokens = recall<Tokens>("person", "tokens");
  return tokens?.accessToken && tokens.refreshToken ? tokens : null;
}

/** Id of the person whose tokens these are. */
export const signedInId = (): number | undefined => recall<{ id: number }>("person", "staff")?.id;

/** Authenticated means that both tokens exist; the server decides whether they are valid. */
export function isAuthenticated(): boolean {
  return readTokens() !== null;
}

export function writeTokens({ accessToken, refreshToken }: Tokens): void {
  remember("person", "tokens", { accessToken, refreshToken });
  notify();
}

/** The session ended by itself: the tokens are cleared, drafts stay for the person's return (D-42, D-67). */
export function dropTokens(): void {
  remember("person", "tokens", null);
  notify();
}

/** The person signs out: the tokens and all their data are cleared. */
export function clearTokens(): void {
  clearPersonData();
  notify();
}

/** Called when the tokens came, changed or went, in this tab or in another. */
export function onTokens(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
