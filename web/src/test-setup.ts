import { startTexts } from "@/shared/texts/texts";

// React's act() wants to know that it is in a test.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
await startTexts();
