/** Labels of adapters and fields; an unknown name is shown as it is. */
import type { TFunction } from "i18next";

export const adapterLabel = (name: string, t: TFunction): string =>
  t(`integrations.adapters.${name}` as "integrations.adapters.log", { defaultValue: name });

export const fieldLabel = (name: string, t: TFunction): string =>
  t(`integrations.fields.${name}` as "integrations.fields.url", { defaultValue: name });

export const helpOf = (name: string, t: TFunction): string =>
  t(`integrations.help.${name}` as "integrations.help.from", { defaultValue: "" });
