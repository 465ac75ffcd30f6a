import { vi } from "vitest";

// Files share a process, and with it what other people wrote; what we wrote begins anew in each.
vi.resetModules();
const { startTexts } = await import("@/i18n/texts");
const { toasterStands } = await import("@/ui/feedback/toast");

// React's act() wants to know that it is in a test.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
await startTexts();

// No toaster stands in a part that is looked at by itself; what is said to it is said at once.
toasterStands();
