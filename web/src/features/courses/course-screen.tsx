/** A study course: its curriculum, its homework in the database, its groups, its history (R2-063, R2-206). */
import { GitCompareArrows, MoreHorizontal, Pencil, Plus, Printer, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { CentreNote, useCentreCan } from "@/entities/access/centre";
import { RecordHistory } from "@/entities/audit/record-history";
import { DATABASE } from "@/entities/homework-database/database-types";
import { useCrumb } from "@/lib/crumb";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { useTabParam } from "@/lib/use-tab-param";
import { Button } from "@/ui/controls/button";
import { Tabs } from "@/ui/controls/tabs";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { ActionsMenu, type RowAction } from "@/ui/table/row-menu";
import { COURSES, COURSES_PATH, type CourseCard, CURRICULUM } from "./course-types";
import { DatabaseTab } from "./database-tab";
import { GroupsTab } from "./groups-tab";
import type { OpenDialog } from "./plan/plan-dialogs";
import { PlanTab } from "./plan/plan-tab";

const CourseForm = lazyComponent(async () => (await import("./list/course-form")).CourseForm, ["courses", "form"]);
const DeleteCourse = lazyComponent(async () => (await import("./list/delete-course")).DeleteCourse, ["courses"]);

const TABS = ["plan", "database", "groups", "history"] as const;

export function CourseScreen() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const read = useRead("/courses/{id}", { path: { id } });
  const course = read.data?.course;
  useCrumb(course?.name);
  const [tab, show] = useTabParam(TABS);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const database = useCan(DATABASE);
  const groups = useCan(COURSES);
  return (
    <Page
      title={course?.name ?? t("courses.course")}
      head={course ? <Head of={course} /> : undefined}
      actions={course ? <Actions course={course} onPlan={tab === "plan" ? setDialog : undefined} /> : undefined}
    >
      <CentreNote />
      <Loaded of={read}>
        {({ course: shown }) => (
          <Tabs
            label={shown.name}
            value={tab}
            onChange={show}
            tabs={[
              {
                value: "plan",
                label: t("courses.tabs.plan"),
                content: <PlanTab course={shown} dialog={dialog} onDialog={setDialog} />,
              },
              ...(database
                ? [
                    {
                      value: "database",
                      label: t("courses.tabs.database"),
                      content: <DatabaseTab courseId={id} />,
                    } as const,
                  ]
                : []),
              ...(groups
                ? [{ value: "groups", label: t("courses.tabs.groups"), content: <GroupsTab courseId={id} /> } as const]
                : []),
              {
                value: "history",
                label: t("courses.tabs.history"),
                content: (
                  <Card>
                    <RecordHistory path="/courses/{id}/history" id={id} />
                  </Card>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Head({ of: course }: { of: CourseCard }) {
  return (
    <div className="min-w-0 flex-1 basis-80">
      <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere] max-sm:text-lg">
        {course.name}
      </h1>
      <p className="text-sm text-mut">
        <Facts of={course} />
      </p>
    </div>
  );
}

function Facts({ of: course }: { of: CourseCard }) {
  const { t } = useTranslation();
  return [
    course.category?.name,
    t(course.school ? "courses.ofSchool" : "courses.own"),
    [
      t("courses.monthCount", { count: course.months.length }),
      t("courses.lessonCount", { count: course.lessons }),
      t("courses.topicCount", { count: course.topics }),
    ].join(", "),
    t("courses.activeGroups", { count: course.groups.active }),
  ]
    .filter(Boolean)
    .join(" · ");
}

type ActionsProps = { course: CourseCard; onPlan: ((dialog: OpenDialog) => void) | undefined };

function Actions({ course, onPlan }: ActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const edits = useCentreCan(COURSES, "update");
  const deletes = useCentreCan(COURSES, "delete");
  const creates = useCentreCan(CURRICULUM, "create");
  const action = (on: boolean, one: RowAction): RowAction[] => (on ? [one] : []);
  const close = () => setOpen(null);
  const more = [
    ...action(onPlan !== undefined, { label: t("courses.plan.print"), icon: Printer, run: () => print() }),
    ...action(edits, { label: t("courses.edit"), icon: Pencil, saves: true, run: () => setOpen("edit") }),
    ...action(deletes && !course.school && !course.endedAt, {
      label: t("courses.delete"),
      icon: Trash2,
      saves: true,
      run: () => setOpen("delete"),
    }),
  ];
  return (
    <>
      {more.length > 0 ? (
        <ActionsMenu actions={more} trigger={<Button icon={MoreHorizontal}>{t("kit.more")}</Button>} />
      ) : null}
      {onPlan && course.school ? (
        <Button icon={GitCompareArrows} onClick={() => onPlan({ kind: "differences" })}>
          {t("courses.plan.differences")} <span className="font-normal text-mut">{course.differences}</span>
        </Button>
      ) : null}
      {onPlan && creates ? (
        <Button
          look="main"
          icon={Plus}
          saves
          fixed={course.months.length === 0 ? t("courses.plan.noMonths") : undefined}
          onClick={() => onPlan({ kind: "add", monthId: undefined, afterId: null })}
        >
          {t("courses.plan.add")}
        </Button>
      ) : null}
      <Suspense>
        {open === "edit" ? <CourseForm course={course} onClose={close} /> : null}
        {open === "delete" ? (
          <DeleteCourse
            course={course}
            onClose={close}
            onDeleted={() => void navigate(COURSES_PATH, { replace: true })}
          />
        ) : null}
      </Suspense>
    </>
  );
}
