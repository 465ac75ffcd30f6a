/** Files chosen in the dialog until their upload begins: checked, named, given a lesson (R2-053, R2-054). */
import { newId } from "@/api/ids";
import { isVideoName, isVideoStart, SNIFFED_BYTES } from "@/entities/videos/containers";

/** R2-053. */
export const MAX_FILES = 10;
/** R2-305: under 500. */
export const MAX_NAME = 499;

export interface Draft {
  key: string;
  file: File;
  name: string;
  lessonId: number | undefined;
  /** *Upload* was pressed: it begins as soon as nothing is missing. */
  wanted: boolean;
}

export type Refusal = { reason: "notVideo" | "tooLarge"; name: string };

/** The largest file by the host's settings (D-94); null where it does not say. */
export async function readMaxBytes(): Promise<number | null> {
  const { headers } = await fetch("/api/uploads", { method: "OPTIONS" });
  return Number(headers.get("Tus-Max-Size")) || null;
}

/** Name and first bytes decide, not what the browser believes (R2-306, R2-307). */
export async function refusalOf(file: File, maxBytes: number | null): Promise<Refusal | null> {
  const { name } = file;
  if (!isVideoName(name)) return { reason: "notVideo", name };
  if (maxBytes !== null && file.size > maxBytes) return { reason: "tooLarge", name };
  const start = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
  return isVideoStart(start) ? null : { reason: "notVideo", name };
}

/** Named as its file. */
export const draftOf = (file: File): Draft => ({
  key: newId(),
  file,
  name: file.name.replace(/\.[^.]+$/, "").slice(0, MAX_NAME),
  lessonId: undefined,
  wanted: false,
});

export interface Gaps {
  lesson: boolean;
  name: "missing" | "tooLong" | null;
}

export function gapsOf({ name, lessonId }: Draft): Gaps {
  const length = name.trim().length;
  return { lesson: lessonId === undefined, name: length === 0 ? "missing" : length > MAX_NAME ? "tooLong" : null };
}

export const isComplete = (draft: Draft): boolean => {
  const gaps = gapsOf(draft);
  return !gaps.lesson && gaps.name === null;
};
