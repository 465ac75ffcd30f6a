import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Files share a process, and with it the packages; the modules of the project begin anew in each.
vi.resetModules();
const { namespaceNames } = await import("@/i18n/namespaces");
const { loadNamespaces, startTexts } = await import("@/i18n/texts");
const { resetScreen } = await import("@/testing/reset-screen");
const { toasterStands } = await import("@/ui/feedback/toast");

// React's act() runs only where this flag says that it is in a test.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Testing Library advances a stopped clock through this name only.
Object.assign(globalThis, {
  jest: { advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) },
});
configure({
  // No style sheet is loaded, so a look for hidden ancestors costs two thirds of the time and finds nothing.
  defaultHidden: true,
  // The message names what was looked for; the roles of the whole page would take seconds to print.
  getElementError: (message) => new Error(message ?? undefined),
});
await startTexts();
// A component under test is rendered without the row or the lazy import that names its texts.
await loadNamespaces(namespaceNames());

// No toaster is rendered around a part that is tested by itself; messages to it are shown at once.
toasterStands();

afterEach(resetScreen);
