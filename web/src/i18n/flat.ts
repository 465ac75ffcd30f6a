/** A catalogue as a flat list of keys and texts, for tests and the gallery. */
export function flat(catalogue: object, under = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    const name = under ? `${under}.${key}` : key;
    if (typeof value === "string") found.set(name, value);
    else for (const [inner, words] of flat(value as object, name)) found.set(inner, words);
  }
  return found;
}
