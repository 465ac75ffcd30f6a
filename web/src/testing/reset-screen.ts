/** Unmounts the screen and clears what a test leaves in the browser; runs after every test. */
import { cleanup } from "@testing-library/react";
import { vi } from "vitest";
import { cache } from "@/api/cache";
import { onDesktop } from "@/testing/viewport";
import { forgetPreferences } from "@/ui/preferences/preferences";

export function resetScreen(): void {
  cleanup();
  onDesktop();
  cache.clear();
  forgetPreferences();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
