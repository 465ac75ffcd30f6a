/** A day while it is typed: 31122007 becomes 31.12.2007, and what no day can have is not taken (R1-255…R1-258). */

/** The years that a birth date can have (D-19). */
export const BIRTH_YEARS = { first: 1900, last: 2024 } as const;
/** The years that any other day is typed in. */
export const ANY_YEARS = { first: 1900, last: 2099 } as const;

type Years = { first: number; last: number };

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Two digits of a day or a month up to a number: a first digit that can't begin one is a whole one. */
function two(digits: string, most: number): { said: string; rest: string; whole: boolean } {
  const [first = "", second = ""] = digits;
  if (Number(first) > Math.floor(most / 10)) return { said: `0${first}`, rest: digits.slice(1), whole: true };
  if (!second) return { said: first, rest: "", whole: false };
  const number = Number(first + second);
  // A digit that goes too far is not taken; what follows it is not guessed.
  if (number > most || number === 0) return { said: first, rest: "", whole: false };
  return { said: first + second, rest: digits.slice(2), whole: true };
}

function year(digits: string, { first, last }: Years): string {
  let said = "";
  for (const digit of digits.slice(0, 4)) {
    const next = said + digit;
    const [from, to] = [next.padEnd(4, "0"), next.padEnd(4, "9")].map(Number) as [number, number];
    if (to < first || from > last) break;
    said = next;
  }
  return said;
}

/** A part that was ended by a dot, a dash or a slash is whole with one digit: 5.3. is 05.03. */
function padded(text: string): string {
  return text
    .split(/[.\-/\s]+/)
    .map((part, at, parts) =>
      at < 2 && at < parts.length - 1 && part.length === 1 && part !== "0" ? `0${part}` : part,
    )
    .join("");
}

/** What was typed or pasted, as far as it can be the beginning of DD.MM.YYYY. */
export function dayAsTyped(text: string, years: Years = ANY_YEARS): string {
  const iso = ISO.exec(text.trim());
  const digits = iso ? `${iso[3]}${iso[2]}${iso[1]}` : padded(text.trim()).replace(/\D/g, "");
  if (!digits) return "";
  const day = two(digits, 31);
  if (!day.whole) return day.said;
  const month = two(day.rest, 12);
  if (!month.whole) return `${day.said}.${month.said}`;
  return `${day.said}.${month.said}.${year(month.rest, years)}`;
}
