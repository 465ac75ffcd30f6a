/** Names of roles in the reader's language. */
import type { TFunction } from "i18next";
import { translated } from "@/i18n/translated";

/** A default role (D-14) is stored under its English name and shown translated; any other as it was written. */
export const roleName = ({ name }: { name: string }, t: TFunction): string =>
  translated(name, t("shell.roleNames", { returnObjects: true }));
