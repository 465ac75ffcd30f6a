/** The homework database of a course: tree, lesson, drafts to publish (R2-069, R2-071, R2-072). */
import { ArrowLeft, List } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRead } from "@/api/use-read";
import { CentreNote } from "@/entities/access/centre";
import { CHOICES_STALE_MS } from "@/entities/access/choices";
import { HOMEWORK_LIST_PATH } from "@/entities/homework-database/database-types";
import { useCrumb } from "@/lib/crumb";
import { useLive } from "@/lib/live/use-live";
import { narrowerThan } from "@/lib/use-phone";
import { Button, buttonClass } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { useAddressFilters } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { PublishBar } from "./drafts/publish-bar";
import { type Chosen, NEW } from "./lesson/lesson-model";
import { LessonView } from "./lesson/lesson-view";
import { ChapterTree, treeQuery } from "./tree/chapter-tree";
import { lessonNumber } from "./tree/tree-model";

export const SourceScreen = () => <Workspace drafts={false} />;
/** Only what is not published, to look through before publishing. */
export const DraftScreen = () => <Workspace drafts />;

/** Tree and lesson don't fit beside each other: one of them is shown. */
const useNarrow = narrowerThan(899);

function Workspace({ drafts }: { drafts: boolean }) {
  const { t } = useTranslation();
  const { search, put } = useAddressFilters();
  const courses = useRead("/homework-db/filter-objects", undefined, { staleTime: CHOICES_STALE_MS });
  const wanted = Number(search.get("courseId")) || undefined;
  const title = t(drafts ? "homeworkDatabase.draftsTitle" : "homeworkDatabase.title");
  return (
    <Loaded of={courses}>
      {({ courses: all }) => {
        const courseId = wanted ?? all[0]?.id;
        if (courseId === undefined)
          return (
            <Page title={title}>
              <EmptyCard title={t("homeworkDatabase.noCourses")} />
            </Page>
          );
        const choice = (
          <Select
            label={t("homeworkDatabase.course")}
            value={courseId}
            options={all.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => put({ courseId: String(id), lesson: "", homework: "", value: "" })}
          />
        );
        return <Database key={courseId} courseId={courseId} drafts={drafts} title={title} choice={choice} />;
      }}
    </Loaded>
  );
}

type DatabaseProps = { courseId: number; drafts: boolean; title: string; choice: ReactNode };

function Database({ courseId, drafts, title, choice }: DatabaseProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { search, put } = useAddressFilters();
  useLive("homework_database", ["/homework-db/chapters", "/homework-db/lessons/{id}", "/homework-db/draft"]);
  const tree = useRead("/homework-db/chapters", treeQuery(courseId));
  const lesson = Number(search.get("lesson")) || null;
  const written = search.get("homework");
  const chosen: Chosen = written === NEW ? NEW : Number(written) || null;
  const open = (id: number | null, homework?: number) =>
    put({ lesson: id === null ? "" : String(id), homework: homework === undefined ? "" : String(homework) });
  const numberOf = (id: number) => (tree.data ? lessonNumber(tree.data, id) : "");
  const whole = drafts && lesson === null;
  const [editing, setEditing] = useState(false);
  const bar = (
    <PublishBar courseId={courseId} open={lesson} onOpen={open} numberOf={numberOf} whole={whole} quiet={editing} />
  );
  const aside = (
    <Loaded of={tree}>{(data) => <ChapterTree tree={data} chosen={lesson} drafts={drafts} onChoose={open} />}</Loaded>
  );
  const view =
    lesson === null ? (
      <Nothing drafts={drafts} title={title} course={tree.data?.course.name} />
    ) : (
      <LessonView
        key={lesson}
        id={lesson}
        number={numberOf(lesson)}
        chosen={chosen}
        onChoose={(homework) => put({ homework: homework === null ? "" : String(homework) })}
        onEditing={setEditing}
        onGone={() => open(null)}
      />
    );
  if (narrow)
    return (
      <Page title={title}>
        <CentreNote />
        {lesson === null ? (
          <>
            <div className="mb-3">{choice}</div>
            {drafts ? <div className="mb-3">{bar}</div> : null}
            {drafts ? view : null}
            <div className="card overflow-clip">{aside}</div>
            {drafts ? null : bar}
          </>
        ) : (
          <>
            <Button size="small" icon={ArrowLeft} className="mb-3" onClick={() => open(null)}>
              {t("homeworkDatabase.toTree")}
            </Button>
            {view}
            {bar}
          </>
        )}
      </Page>
    );
  return (
    <div className="grid grid-cols-[300px_minmax(0,1fr)] items-start">
      <aside
        aria-label={t("homeworkDatabase.chapters")}
        className="sticky top-14 h-[calc(100dvh-56px)] overflow-y-auto border-r border-line bg-surface"
      >
        <div className="px-3 pt-3">{choice}</div>
        {aside}
      </aside>
      <div className="min-w-0">
        <Page title={title} head={lesson === null ? undefined : <span className="sr-only">{title}</span>}>
          <CentreNote />
          {/* The head of a lesson is its own, in place of the page's. */}
          <div className={lesson === null ? "" : "-mt-4"}>{view}</div>
          {bar}
        </Page>
      </div>
    </div>
  );
}

function Nothing({ drafts, title, course }: { drafts: boolean; title: string; course: string | undefined }) {
  const { t } = useTranslation();
  useCrumb(course);
  if (drafts) return null;
  return (
    <EmptyCard
      title={t("homeworkDatabase.chooseLesson")}
      text={t("homeworkDatabase.chooseLessonText")}
      action={
        <Link
          to={HOMEWORK_LIST_PATH}
          className={buttonClass()}
          aria-label={`${title}: ${t("homeworkDatabase.allHomework")}`}
        >
          <List aria-hidden />
          {t("homeworkDatabase.allHomework")}
        </Link>
      }
    />
  );
}
