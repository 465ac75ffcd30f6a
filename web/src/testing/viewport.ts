/** The width of the window that a test renders in. */
import type { DetachedWindowAPI } from "happy-dom";

const USUAL = window.innerWidth;
const resize = (width: number) =>
  (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setViewport({ width });

export const onPhone = (): void => resize(390);
export const onDesktop = (): void => resize(USUAL);
