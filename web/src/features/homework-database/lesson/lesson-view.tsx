/** A lesson of the database: its topics, its homework in order, and the chosen one as draft and as published. */
import { Archive, History, Link2, MoreHorizontal, Pencil, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useCentreCan } from "@/entities/access/centre";
import { RecordHistory } from "@/entities/audit/record-history";
import { COURSES, DATABASE, DATABASE_READS, type DatabaseLesson } from "@/entities/homework-database/database-types";
import { useCrumb } from "@/lib/crumb";
import { numberedName } from "@/lib/format/numbered-name";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { ActionsMenu, type RowAction } from "@/ui/table/row-menu";
import { type TreeDialog, TreeDialogs } from "../tree/tree-dialogs";
import { HomeworkPanel } from "./homework-panel";
import { HomeworkTable } from "./homework-table";
import { type Chosen, NEW } from "./lesson-model";

const AttachTopic = lazyComponent(async () => (await import("./attach-topic")).AttachTopic, ["homeworkDatabase"]);

type LessonViewProps = {
  id: number;
  /** "2.4" */
  number: string;
  chosen: Chosen;
  onChoose: (homework: Chosen) => void;
  onEditing: (editing: boolean) => void;
  onGone: () => void;
};

export function LessonView({ id, number, chosen, onChoose, onEditing, onGone }: LessonViewProps) {
  const read = useRead("/homework-db/lessons/{id}", { path: { id } }, { keepPreviousData: true });
  const name = read.data ? `${number} ${read.data.lesson.name}`.trim() : undefined;
  useCrumb(name);
  return (
    <Loaded of={read}>
      {({ lesson }) => (
        <div className={read.isPlaceholder ? "opacity-60" : ""}>
          <Head lesson={lesson} title={name ?? lesson.name} onAdd={() => onChoose(NEW)} onGone={onGone} />
          <HomeworkTable lesson={lesson} chosen={chosen} onChoose={onChoose} />
          <HomeworkPanel lesson={lesson} chosen={chosen} onChoose={onChoose} onEditing={onEditing} />
        </div>
      )}
    </Loaded>
  );
}

type HeadProps = { lesson: DatabaseLesson; title: string; onAdd: () => void; onGone: () => void };

function Head({ lesson, title, onAdd, onGone }: HeadProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<TreeDialog | { kind: "history" } | { kind: "attach" } | null>(null);
  const updates = useCentreCan(DATABASE, "update");
  const creates = useCentreCan(DATABASE, "create");
  const deletes = useCentreCan(DATABASE, "delete");
  const restore = useChange("put", "/homework-db/lessons/{id}", {
    invalidates: [...DATABASE_READS],
    onDone: () => showDone(t("homeworkDatabase.draftSaved")),
  });
  const of = { id: lesson.id, name: lesson.name, version: lesson.version, isPublished: lesson.publication !== null };
  const action = (on: boolean, one: RowAction): RowAction[] => (on ? [one] : []);
  const archived = lesson.isArchived || lesson.change === "archived";
  const actions = [
    ...action(updates, {
      label: t("homeworkDatabase.rename"),
      icon: Pencil,
      saves: true,
      run: () => setDialog({ kind: "editLesson", lesson: of, chapter: lesson.chapter }),
    }),
    ...action(updates && archived, {
      label: t("homeworkDatabase.unarchive"),
      icon: Archive,
      saves: true,
      run: () =>
        void restore.run({
          path: { id: lesson.id },
          body: { name: lesson.name, chapterId: lesson.chapter.id, version: lesson.version, isArchived: false },
        }),
    }),
    ...action(deletes && !archived, {
      label: t(of.isPublished ? "homeworkDatabase.archive" : "homeworkDatabase.delete"),
      icon: Archive,
      saves: true,
      run: () => setDialog({ kind: "deleteLesson", lesson: of }),
    }),
    ...action(true, { label: t("homeworkDatabase.history"), icon: History, run: () => setDialog({ kind: "history" }) }),
  ];
  const close = () => setDialog(null);
  return (
    <header className="mb-4 flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere] max-sm:text-lg">
          {title}
        </h1>
        {lesson.publishedName !== null && lesson.publishedName !== lesson.name ? (
          <p className="text-sm text-mut">{t("homeworkDatabase.publishedAs", { name: lesson.publishedName })}</p>
        ) : null}
        <Topics lesson={lesson} onAttach={updates ? () => setDialog({ kind: "attach" }) : undefined} />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
        <ActionsMenu trigger={<Button icon={MoreHorizontal}>{t("kit.more")}</Button>} actions={actions} />
        {creates && !archived ? (
          <Button icon={Plus} saves onClick={onAdd}>
            {t("homeworkDatabase.add")}
          </Button>
        ) : null}
      </div>
      {dialog?.kind === "history" ? (
        <Dialog open size="wide" onClose={close} title={t("homeworkDatabase.historyOf", { name: lesson.name })}>
          <RecordHistory path="/homework-db/lessons/{id}/history" id={lesson.id} />
        </Dialog>
      ) : null}
      <Suspense>{dialog?.kind === "attach" ? <AttachTopic lesson={lesson} onClose={close} /> : null}</Suspense>
      {dialog && dialog.kind !== "history" && dialog.kind !== "attach" ? (
        <TreeDialogs dialog={dialog} onClose={close} onDeleted={onGone} />
      ) : null}
    </header>
  );
}

function Topics({ lesson, onAttach }: { lesson: DatabaseLesson; onAttach: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { topics, course } = lesson;
  const opens = useCan(COURSES);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-mut">
      {t("homeworkDatabase.topics")}
      {topics.map((topic, index) => (
        <span key={topic.id}>
          {index > 0 ? <span className="mr-2">·</span> : null}
          {opens ? (
            <Link to={`/study-department/courses/${course.id}?topic=${topic.id}`} className="text-ink hover:underline">
              {numberedName(topic)}
            </Link>
          ) : (
            <span className="text-ink">{numberedName(topic)}</span>
          )}
        </span>
      ))}
      {topics.length === 0 ? <span>{t("homeworkDatabase.noTopics")}</span> : null}
      {onAttach ? (
        <button
          type="button"
          onClick={onAttach}
          className="inline-flex items-center gap-1 text-xs font-[550] text-accent-ink hover:underline max-sm:min-h-11"
        >
          <Link2 aria-hidden size={14} />
          {t("homeworkDatabase.attach.open")}
        </button>
      ) : null}
    </p>
  );
}
