/** The parts of the words that are here by now. A part (students, table, …) comes with the first file that says one of its words. */

export type OtherLanguage = "ru" | "en";

export interface Part {
  name: string;
  uz: object;
  /** The same in the other languages, fetched when they are shown. */
  others: Record<OtherLanguage, () => Promise<object>>;
}

const parts = new Map<string, Part>();
let hear: (part: Part) => void = () => undefined;

/** Said by what the build makes of a part. */
export function arrive(name: string, uz: object, others: Part["others"]): void {
  const part = { name, uz, others };
  parts.set(name, part);
  hear(part);
}

export const partsHere = (): Part[] => [...parts.values()];

/** Hear of each part that comes from now on. */
export function onPart(listener: (part: Part) => void): void {
  hear = listener;
}
