/** Light, dark, or as the system; remembered on this device. */
import { useSyncExternalStore } from "react";
import { onOtherTab, recall, remember } from "@/api/storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const listeners = new Set<() => void>();
const dark = matchMedia("(prefers-color-scheme: dark)");

export function storedTheme(): Theme {
  const stored = recall<Theme>("device", "theme");
  return stored && THEMES.includes(stored) ? stored : "system";
}

function paint(): void {
  const theme = storedTheme();
  document.documentElement.dataset.theme = theme === "dark" || (theme === "system" && dark.matches) ? "dark" : "light";
  for (const listener of listeners) listener();
}

export function switchTheme(theme: Theme): void {
  remember("device", "theme", theme);
  paint();
}

export function startTheme(): void {
  dark.addEventListener("change", paint);
  onOtherTab("device", "theme", paint);
  paint();
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Theme on the screen now, chosen or from the system. */
export function paintedTheme(): "light" | "dark" {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, storedTheme);
}
