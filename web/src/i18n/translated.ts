/** A stored word in the reader's language where the texts know it, otherwise as it was written. */
export function translated(word: string, texts: Readonly<Record<string, string>>): string {
  return Object.hasOwn(texts, word) ? (texts[word] ?? word) : word;
}
