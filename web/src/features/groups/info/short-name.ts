const SHOWN = 12;

/** A downloaded file's name at 12 characters (R1-446, D-75). */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("")}…` : name;
}
