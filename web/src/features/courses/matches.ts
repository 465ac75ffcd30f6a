import { foldLoose } from "@/lib/folding";

/** True where each word of the search begins or stands in the text, in any spelling; an empty search finds all. */
export function matches(text: string, search: string): boolean {
  const folded = foldLoose(text);
  return foldLoose(search)
    .split(" ")
    .every((word) => folded.includes(word));
}
