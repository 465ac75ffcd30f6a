/** Longest reason that the server takes for any action. */
export const REASON_MAX = 500;
