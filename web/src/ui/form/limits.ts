/** Limits of a field in terms of the API's schema, so that they are written once: on the server. */
import type { TFunction } from "i18next";

export interface Limit {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

export type Limits<V> = { readonly [K in keyof V & string]?: Limit };

/** Message of the first broken limit; null where the text is valid. Lengths count after trimming, as on the server. */
export function brokenLimit(value: unknown, limit: Limit, t: TFunction): string | null {
  const text = typeof value === "string" ? value.trim() : String(value ?? "");
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = limit;
  if (text === "") return limit.required || minLength > 0 ? t("form.required") : null;
  if (text.length < minLength) return t("form.tooShort", { min: minLength });
  if (text.length > maxLength) return t("form.tooLong", { max: maxLength });
  if (pattern && !new RegExp(`^(?:${pattern})$`, "u").test(text)) return t("form.pattern");
  return null;
}
