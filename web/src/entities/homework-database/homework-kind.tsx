/** The kind of a homework of the database: the main one, or a variant by its letter (D-104). */
import { useTranslation } from "react-i18next";
import { PlainTag } from "@/ui/display/status-tag";
import type { Kind } from "./database-types";

type KindOf = { kind: Kind; letter: string | null };

export function useKindName(): (of: KindOf) => string {
  const { t } = useTranslation();
  return ({ kind, letter }) =>
    kind === "main" ? t("homeworkDatabase.main") : t("homeworkDatabase.variant", { letter: letter ?? "" }).trim();
}

export function HomeworkKind({ of }: { of: KindOf }) {
  const name = useKindName()(of);
  return <PlainTag outlined={of.kind === "main"}>{name}</PlainTag>;
}
