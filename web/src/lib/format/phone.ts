/** Phone numbers of Uzbekistan as people type and read them; the server stores 998 and nine digits (R1-242). */

/** 998901234567 as +998 90 123-45-67; another shape as it came. */
export function formatPhone(digits: string): string {
  const parts = /^\+?998(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(digits);
  return parts ? `+998 ${parts[1]} ${parts[2]}-${parts[3]}-${parts[4]}` : digits;
}

/** Typed text as 998 and nine digits, with or without the prefix and any separators; null for no phone. */
export function parsePhone(typed: string): string | null {
  if (/[^\d\s().+-]/.test(typed)) return null;
  const parts = /^(?:(?:00)?998|8)?(\d{9})$/.exec(typed.replace(/\D/g, ""));
  return parts ? `998${parts[1]}` : null;
}

/** The beginning of a phone as it will be read: 9989012 as +998 90 12. Without 998 as it was typed. */
export function maskPhone(typed: string): string {
  const parts = /^998(\d{0,2})(\d{0,3})(\d{0,2})(\d{0,2})$/.exec(typed.replace(/\D/g, ""));
  if (!parts || /[^\d\s+-]/.test(typed)) return typed;
  const [, code, ...rest] = parts;
  return ["+998", code, rest.filter(Boolean).join("-")].filter(Boolean).join(" ");
}
