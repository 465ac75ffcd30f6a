/** Ways back to the school's name and order (D-49, D-102). */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { showDone } from "@/ui/feedback/toast";
import { type CurriculumMonth, type MonthRow, readAgain, STALE, type Topic } from "../course-types";
import type { Plan } from "./use-plan";

/** Gives a topic the school's name again, and opens an ended one; resolves to false where that failed. */
export function useResetName(): (topic: Pick<Topic, "id" | "version" | "endedAt">) => Promise<boolean> {
  const { t } = useTranslation();
  const reset = useChange("put", "/curriculum/{id}/reset", { invalidates: [...STALE], onError: readAgain });
  return async ({ id, version, endedAt }) => {
    const saved = await reset.run({ path: { id }, body: { version } });
    if (saved === undefined) return false;
    showDone(t(endedAt ? "courses.plan.reopened" : "courses.plan.nameReset", { name: saved.name }));
    return true;
  };
}

/** Gives a month the school's name again; resolves to false where that failed. */
export function useResetMonthName(of: Plan): (month: MonthRow) => Promise<boolean> {
  const { t } = useTranslation();
  const save = useChange("put", "/courses/{id}/study-month", {
    invalidates: [...STALE],
    onError: readAgain,
    onDone: () => showDone(t("courses.months.saved")),
  });
  return async (reset) => {
    const months = of.plan.months.map(({ id, number, name, lessons }) => ({
      id,
      number,
      name: id === reset.id ? (reset.schoolName ?? name) : name,
      lessons,
    }));
    return (await save.run({ path: { id: of.course.id }, body: { months, version: of.plan.version } })) !== undefined;
  };
}

/** Gives a month the school's order again; resolves to false where that failed. */
export function useResetOrder(of: Plan): (month: CurriculumMonth) => Promise<boolean> {
  const { t } = useTranslation();
  const reset = useChange("put", "/courses/{id}/study-month/{month_id}/reset-order", {
    invalidates: [...STALE],
    onError: readAgain,
    onDone: () => showDone(t("courses.plan.orderReset")),
  });
  return async (month) => {
    const path = { id: of.course.id, month_id: month.id };
    return (await reset.run({ path, body: { version: of.plan.version } })) !== undefined;
  };
}
