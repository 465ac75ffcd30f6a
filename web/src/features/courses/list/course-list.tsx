/** Columns and filters of the study courses. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, toChoices } from "@/entities/access/choices";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { PlainTag } from "@/ui/display/status-tag";
import type { Filter, ListRules } from "@/ui/list/list-address";
import type { Column } from "@/ui/table/columns";
import { CourseStatus } from "../course-status";
import type { CourseRow } from "../course-types";

/** R1-440, R2-465: a hundred courses a page. */
export const COURSE_RULES: ListRules = {
  name: "study-courses",
  order: "ASC",
  perPage: 100,
  filters: [
    { kind: "one", name: "status" },
    { kind: "one", name: "categoryId" },
  ],
};

export function useCourseFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const options = useRead("/courses/filter-objects", undefined, { staleTime: CHOICES_STALE_MS }).data;
  return useMemo(
    () => [
      { kind: "one", name: "status", label: t("courses.columns.status"), choices: toChoices(options?.statuses) },
      {
        kind: "one",
        name: "categoryId",
        label: t("courses.columns.category"),
        choices: toChoices(options?.categories),
      },
    ],
    [t, options],
  );
}

export function useCourseColumns(): readonly Column<CourseRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const count = (of: (course: CourseRow) => number) => (course: CourseRow) => formatCount(of(course), language);
    return [
      {
        id: "name",
        header: t("courses.columns.name"),
        fixed: true,
        grows: true,
        cell: (course) => <CourseName of={course} />,
      },
      {
        id: "category",
        header: t("courses.columns.category"),
        shrinks: true,
        filter: "categoryId",
        cell: (course) => course.category?.name ?? "—",
      },
      {
        id: "status",
        header: t("courses.columns.status"),
        filter: "status",
        cell: (course) => <CourseStatus of={course} />,
      },
      { id: "months", header: t("courses.columns.months"), align: "right", cell: count(({ months }) => months) },
      { id: "lessons", header: t("courses.columns.lessons"), align: "right", cell: count(({ lessons }) => lessons) },
      { id: "topics", header: t("courses.columns.topics"), align: "right", cell: count(({ topics }) => topics) },
      { id: "active", header: t("courses.columns.active"), align: "right", cell: count(({ groups }) => groups.active) },
      {
        id: "groups",
        header: t("courses.columns.groups"),
        align: "right",
        spare: true,
        cell: count(({ groups }) => groups.total),
      },
    ];
  }, [t, language]);
}

function CourseName({ of: course }: { of: CourseRow }) {
  const { t } = useTranslation();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-[550] text-ink-strong" title={course.name}>
        {course.name}
      </span>
      {course.school ? null : <PlainTag outlined>{t("courses.own")}</PlainTag>}
      {course.endedAt ? <PlainTag>{t("courses.closed")}</PlainTag> : null}
    </span>
  );
}
