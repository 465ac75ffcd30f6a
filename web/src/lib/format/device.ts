/** Name of a device, from its user agent. The order matters: most agents claim to be several. */

const BROWSERS: [RegExp, string][] = [
  [/\bYaBrowser\//, "Yandex"],
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const named = (names: [RegExp, string][], agent: string) => names.find(([sign]) => sign.test(agent))?.[1];

/** "Chrome, Windows"; the program's own name where it is no browser; null without a user agent. */
export function deviceName(agent: string | null | undefined): string | null {
  if (!agent) return null;
  const names = [named(BROWSERS, agent), named(SYSTEMS, agent)].filter(Boolean);
  return names.length > 0 ? names.join(", ") : (agent.split("/")[0]?.slice(0, 40) ?? null);
}

export const isHandheld = (agent: string | null | undefined): boolean => /Mobile|Android|iPhone|iPad/.test(agent ?? "");
