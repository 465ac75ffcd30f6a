/**
 * The lines of a pasted column: of several columns the first one that says something, without blanks around it.
 * Blank lines between stay, so that a line has the number that it has in the spreadsheet.
 */
export function linesOf(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.split("\t").find((cell) => cell.trim() !== "") ?? "").replace(/^["\s]+|["\s]+$/g, ""));
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

export const countOf = (lines: readonly string[]): number => lines.filter((line) => line !== "").length;
