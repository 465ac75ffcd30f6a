/** Names of the screens, registered by the frame, so that a feature can name one without importing it. */
import type { TextKey } from "@/i18n/texts";

/** `path`: parameters in braces. `labels`: its breadcrumbs. */
export interface ScreenName {
  path: string;
  labels: readonly TextKey[];
}

let names: readonly ScreenName[] = [];

export function nameScreens(all: readonly ScreenName[]): void {
  names = all;
}

export const screenNames = (): readonly ScreenName[] => names;
