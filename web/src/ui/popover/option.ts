/** An option of a combobox. `end` follows the label and is never cut off, such as a date. */
import type { ReactNode } from "react";

export type Option<V> = { value: V; label: string; end?: string; hint?: ReactNode; disabled?: boolean };

export const wholeLabel = ({ label, end }: Pick<Option<unknown>, "label" | "end">): string =>
  end ? `${label} · ${end}` : label;
