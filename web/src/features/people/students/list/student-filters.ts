/** Filters of the students list (R1-152) and its defaults: active students by name (part 1 §9). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { StudentFilters } from "@/api/types";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, useManyOffices } from "@/entities/access/choices";
import { useZone } from "@/entities/access/use-zone";
import { formatDate } from "@/lib/dates";
import type { Choice, Filter, ListRules } from "@/ui/list/list-address";
import { ACTIVE, BLOCKED } from "../student-labels";

const NOTHING: StudentFilters = {
  categories: [],
  statuses: [],
  groups: [],
  offices: [],
  courses: [],
  assistants: [],
  staffs: [],
  authors: [],
  imports: [],
};

export const STUDENT_RULES: ListRules = {
  name: "students",
  order: "ASC",
  filters: [
    { kind: "one", name: "statusId", standard: String(ACTIVE) },
    { kind: "many", name: "officeIds" },
    { kind: "one", name: "categoryId" },
    { kind: "one", name: "studentGroup" },
    { kind: "one", name: "systemStatus" },
    { kind: "yes-no", name: "hasPhoto" },
    { kind: "yes-no", name: "hasPrivateInfo" },
    { kind: "one", name: "importId" },
    { kind: "one", name: "picked" },
  ],
};

const choices = (things: readonly { id: number; name?: string; hName?: string }[]): Choice[] =>
  things.map((thing) => ({ value: String(thing.id), label: thing.name ?? thing.hName ?? String(thing.id) }));

export function useStudentFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const zone = useZone();
  const read = useRead("/students/filter-objects", undefined, { staleTime: CHOICES_STALE_MS });
  const options = read.data ?? NOTHING;
  const manyOffices = useManyOffices(read.data?.offices);
  return useMemo(() => {
    const declared: Record<string, Pick<Filter, "label" | "choices" | "chipOnly">> = {
      importId: {
        label: t("students.filters.import"),
        choices: options.imports.map(({ id, fileName, committedAt }) => ({
          value: String(id),
          label: `${fileName} · ${formatDate(committedAt, zone)}`,
        })),
      },
      picked: { label: t("many.picked"), choices: [], chipOnly: true },
      statusId: { label: t("students.filters.status"), choices: choices(options.statuses) },
      officeIds: { label: t("students.filters.offices"), choices: choices(options.offices) },
      categoryId: { label: t("students.filters.category"), choices: choices(options.categories) },
      studentGroup: { label: t("students.filters.group"), choices: choices(options.groups) },
      systemStatus: {
        label: t("students.filters.systemStatus"),
        choices: [
          { value: String(ACTIVE), label: t("students.system.active") },
          { value: String(BLOCKED), label: t("students.system.blocked") },
        ],
      },
      hasPhoto: {
        label: t("students.filters.hasPhoto"),
        choices: [
          { value: "true", label: t("students.has.photo") },
          { value: "false", label: t("students.has.noPhoto") },
        ],
      },
      hasPrivateInfo: {
        label: t("students.filters.hasPrivateInfo"),
        choices: [
          { value: "true", label: t("students.has.papers") },
          { value: "false", label: t("students.has.noPapers") },
        ],
      },
    };
    return STUDENT_RULES.filters.flatMap((rule) => {
      const declaration = declared[rule.name];
      // A person of one branch has no branch to choose.
      const shown = declaration && (rule.name !== "officeIds" || manyOffices);
      // Most centres never import: then there is nothing to choose.
      if (declaration && rule.name === "importId" && declaration.choices.length === 0)
        return [{ ...rule, ...declaration, chipOnly: true as const }];
      return shown ? [{ ...rule, ...declaration }] : [];
    });
  }, [t, options, manyOffices, zone]);
}
