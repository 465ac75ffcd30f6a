/** Study courses in their order, a hundred a page (R2-062, R1-440, R2-465). */
import { ArrowUpDown, Pencil, Plus, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCentreCan } from "@/entities/access/centre";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { useLive } from "@/lib/live/use-live";
import { Button, buttonClass } from "@/ui/controls/button";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { RowAction } from "@/ui/table/row-menu";
import { CourseStatus } from "../course-status";
import { COURSES, type CourseRow, coursePath, ORDER_PATH } from "../course-types";
import { COURSE_RULES, useCourseColumns, useCourseFilters } from "./course-list";

const CourseForm = lazyComponent(async () => (await import("./course-form")).CourseForm, ["courses", "form"]);
const DeleteCourse = lazyComponent(async () => (await import("./delete-course")).DeleteCourse, ["courses"]);

type Opened = { kind: "add" } | { kind: "edit" | "delete"; course: CourseRow };

export function CoursesScreen() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const edits = useCentreCan(COURSES, "update");
  const adds = useCentreCan(COURSES, "create");
  const deletes = useCentreCan(COURSES, "delete");
  useLive("curriculum", ["/courses"]);
  const actionsOf = (course: CourseRow): RowAction[] => [
    ...(edits
      ? [
          {
            label: t("courses.edit"),
            icon: Pencil,
            saves: true as const,
            run: () => setOpened({ kind: "edit", course }),
          },
        ]
      : []),
    ...(deletes && !course.school && !course.endedAt
      ? [
          {
            label: t("courses.delete"),
            icon: Trash2,
            saves: true as const,
            run: () => setOpened({ kind: "delete", course }),
          },
        ]
      : []),
  ];
  const close = () => setOpened(null);
  return (
    <>
      <ListScreen
        title={t("courses.title")}
        rules={COURSE_RULES}
        path="/courses"
        rowsOf={({ courses }) => courses}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={useCourseColumns()}
        filters={useCourseFilters()}
        searchLabel={t("courses.search")}
        href={coursePath}
        card={(course) => <CourseCardBody of={course} />}
        exported={{
          path: "/courses/export",
          more: [
            { id: "position", header: t("courses.columns.position") },
            { id: "endedAt", header: t("courses.ended") },
          ],
        }}
        {...(edits || deletes ? { rowActions: actionsOf } : {})}
        actions={
          <Link to={ORDER_PATH} className={buttonClass()}>
            <ArrowUpDown aria-hidden strokeWidth={1.8} />
            {t("courses.order.open")}
          </Link>
        }
        main={
          adds ? (
            <Button look="main" icon={Plus} saves onClick={() => setOpened({ kind: "add" })}>
              {t("courses.add")}
            </Button>
          ) : undefined
        }
        empty={{ title: t("courses.none"), text: t("courses.noneText") }}
      />
      <Suspense>
        {opened?.kind === "add" ? <CourseForm onClose={close} /> : null}
        {opened?.kind === "edit" ? <CourseForm course={opened.course} onClose={close} /> : null}
        {opened?.kind === "delete" ? <DeleteCourse course={opened.course} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function CourseCardBody({ of: course }: { of: CourseRow }) {
  const { t } = useTranslation();
  return (
    <CardBody
      title={course.name}
      line={[
        course.category?.name,
        t("courses.monthCount", { count: course.months }),
        t("courses.topicCount", { count: course.topics }),
        t("courses.groupCount", { count: course.groups.active }),
      ]
        .filter(Boolean)
        .join(" · ")}
      aside={<CourseStatus of={course} />}
    />
  );
}
