/** What is not published yet: chosen lessons become current in one step (D-104, R2-071). */
import { ChevronDown, ChevronUp, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cache, keyOf } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { Outcome } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useCentreCan } from "@/entities/access/centre";
import { ChangeMark } from "@/entities/homework-database/change-mark";
import { DATABASE, DATABASE_READS, type DraftLesson, type Drafts } from "@/entities/homework-database/database-types";
import { useKindName } from "@/entities/homework-database/homework-kind";
import { useShortcut } from "@/lib/shortcuts";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox";
import { KeyHint } from "@/ui/controls/key-hint";
import { cx } from "@/ui/cx";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { showDone, showError, showWarning } from "@/ui/feedback/toast";
import {
  bareChapters,
  boundLessons,
  type Choice,
  chapterKey,
  choiceOf,
  differenceWords,
  isBlocked,
  isChosen,
  lessonKey,
  lessonsOf,
  sizeOf,
  togetherWith,
} from "./draft-words";

type PublishBarProps = {
  courseId: number;
  /** The lesson shown above. */
  open: number | null;
  onOpen: (lesson: number, homework?: number) => void;
  /** "2.4" */
  numberOf: (lesson: number) => string;
  /** The page is about drafts: shown whole, and with a word where there is none. */
  whole?: boolean;
  /** A form is open above: its button is the gold one, and opening it folds the list. */
  quiet?: boolean;
};

export function PublishBar({ courseId, whole = false, ...rest }: PublishBarProps) {
  const { t } = useTranslation();
  const read = useRead("/homework-db/draft", { query: { courseId } }, { keepPreviousData: true });
  if (!whole && !read.data?.chapters.length) return null;
  return (
    <Loaded of={read}>
      {(drafts) =>
        drafts.chapters.length === 0 ? (
          <EmptyCard title={t("homeworkDatabase.noDrafts")} text={t("homeworkDatabase.noDraftsText")} />
        ) : (
          <Bar drafts={drafts} whole={whole} {...rest} />
        )
      }
    </Loaded>
  );
}

type BarProps = Omit<PublishBarProps, "courseId"> & { drafts: Drafts; whole: boolean };

function Bar({ drafts, open, onOpen, numberOf, whole, quiet = false }: BarProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [expanded, setExpanded] = useState(false);
  const unfolded = whole || expanded;
  useEffect(() => {
    if (quiet) setExpanded(false);
  }, [quiet]);
  const [discarded, setDiscarded] = useState<Choice | null>(null);
  const updates = useCentreCan(DATABASE, "update");
  const choice = choiceOf(drafts, left);
  const count = sizeOf(drafts, choice);
  const { publish, discard, pending } = useDraftCalls(drafts);
  const send = () => publish(choice);
  useShortcut({ keys: "mod+Enter", label: "homeworkDatabase.publishShort", run: () => updates && count > 0 && send() });
  const toggle = (keys: string[], on: boolean) => {
    const next = new Set(left);
    for (const key of keys) {
      if (on) next.delete(key);
      else next.add(key);
    }
    setLeft(next);
  };
  const lessonName = (id: number) =>
    `${numberOf(id)} ${lessonsOf(drafts).find((one) => one.id === id)?.name ?? ""}`.trim();
  const line = (lesson: DraftLesson) => (
    <LessonDraft
      key={lesson.id}
      lesson={lesson}
      name={lessonName(lesson.id)}
      lessonName={lessonName}
      blocked={isBlocked(drafts, lesson.id)}
      chosen={isChosen(drafts, lesson.id, left)}
      open={lesson.id === open}
      onChoose={(on) => toggle([...togetherWith(drafts, lesson.id)].map(lessonKey), on)}
      onOpen={(homework) => onOpen(lesson.id, homework)}
      // what can't be published is in no choice, so it is discarded by itself
      onDiscard={
        updates ? () => setDiscarded({ chapterIds: [], lessonIds: [...togetherWith(drafts, lesson.id)] }) : undefined
      }
    />
  );
  const Fold = unfolded ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label={t("homeworkDatabase.unpublishedTitle")}
      className={cx("card border-accent-line", whole ? "" : "sticky bottom-3 z-10 mt-4 shadow-float max-sm:bottom-2")}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        {whole ? (
          <h2 className="text-base font-[650] text-ink-strong">{t("homeworkDatabase.unpublishedTitle")}</h2>
        ) : (
          <h2 className="contents">
            <button
              type="button"
              aria-expanded={unfolded}
              onClick={() => setExpanded(!expanded)}
              className="flex min-h-9 items-center gap-2 text-base font-[650] text-ink-strong max-sm:min-h-11"
            >
              <Fold aria-hidden size={15} className="text-mut" />
              {t("homeworkDatabase.unpublishedTitle")}
            </button>
          </h2>
        )}
        <span className="text-sm text-mut">
          {t("homeworkDatabase.draftTotals", { lessons: drafts.lessons, changes: drafts.changes })}
        </span>
        {updates ? (
          <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
            <Button look="quiet" size="small" saves disabled={count === 0} onClick={() => setDiscarded(choice)}>
              {t("homeworkDatabase.discard")}
            </Button>
            <Button
              look={quiet ? "plain" : "main"}
              saves
              pending={pending}
              fixed={count === 0 ? t("homeworkDatabase.nothingChosen") : undefined}
              onClick={send}
            >
              {t("homeworkDatabase.publish", { count })}
              <span className="max-sm:hidden">
                <KeyHint keys="mod+Enter" />
              </span>
            </Button>
          </span>
        ) : null}
      </header>
      {unfolded ? (
        <ul
          className={cx(
            "divide-y divide-line-soft border-t border-line-soft",
            whole ? "" : "max-h-[22vh] overflow-y-auto",
          )}
        >
          {drafts.chapters.flatMap(({ lessons }) => lessons.map(line))}
          {bareChapters(drafts).map(({ id, name, change }) => (
            <li key={chapterKey(id)} className="flex min-h-10 items-center gap-3 px-4 py-1.5 text-sm">
              <Checkbox
                checked={!left.has(chapterKey(id))}
                onChange={(on) => toggle([chapterKey(id)], on)}
                label={name}
              />
              {change ? <ChangeMark of={change} /> : null}
              <span className="text-ink-soft">{t("homeworkDatabase.chapterNameChange")}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={cx("border-t border-line-soft px-4 py-2 text-xs text-mut", !unfolded && "hidden")}>
        {drafts.given > 0
          ? t("homeworkDatabase.publishNote", { count: drafts.given })
          : t("homeworkDatabase.publishAtOnce")}
      </p>
      <ConfirmDialog
        open={discarded !== null}
        danger
        saves
        size="wide"
        onClose={() => setDiscarded(null)}
        title={t("homeworkDatabase.discardAsk", { count: discarded ? sizeOf(drafts, discarded) : 0 })}
        text={t("homeworkDatabase.discardText")}
        confirm={t("homeworkDatabase.discard")}
        onConfirm={async () => discarded !== null && discard(discarded)}
      >
        <ul className="list-disc pl-5 text-sm">
          {(discarded ? namesOf(drafts, discarded) : []).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </section>
  );
}

/** The names of what is chosen. */
function namesOf(drafts: Drafts, { chapterIds, lessonIds }: Choice): string[] {
  return drafts.chapters.flatMap((chapter) => {
    const whole = chapterIds.includes(chapter.id);
    const lessons = chapter.lessons.filter(({ id }) => whole || lessonIds.includes(id)).map(({ name }) => name);
    return whole ? [chapter.name, ...lessons] : lessons;
  });
}

/** Publishing and discarding; drafts that changed meanwhile are shown as they are now. */
function useDraftCalls(drafts: Drafts) {
  const { t } = useTranslation();
  const courseId = drafts.course.id;
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 409 && error.current)) return showError(error);
    const current: Outcome<Drafts> = { forbidden: false, data: error.current as Drafts };
    cache.setQueryData(keyOf("/homework-db/draft", { query: { courseId } }), current);
    showWarning(t("homeworkDatabase.draftsChanged"));
  };
  const how = { invalidates: [...DATABASE_READS], quiet: true, onForbidden: showError, onError };
  // These drafts are published: until the present ones are read, a second press would publish them again.
  const done = useRef<number>(null);
  const publishing = useChange("post", "/homework-db/draft/publish", {
    ...how,
    onDone: ({ chapters, lessons }) => {
      done.current = drafts.version;
      const alone = bareChapters(drafts).filter(({ id }) => chapters.some((one) => one.id === id));
      showDone(t("homeworkDatabase.published", { count: lessons.length + alone.length }));
    },
  });
  const discarding = useChange("post", "/homework-db/draft/discard", {
    ...how,
    onDone: () => showDone(t("homeworkDatabase.discarded")),
  });
  const bodyOf = ({ chapterIds, lessonIds }: Choice) => ({ courseId, version: drafts.version, chapterIds, lessonIds });
  return {
    pending: publishing.pending,
    publish: (choice: Choice) => {
      if (done.current !== drafts.version) void publishing.run({ body: bodyOf(choice) });
    },
    discard: async (choice: Choice) => (await discarding.run({ body: bodyOf(choice) })) !== undefined,
  };
}

const actClass = "text-xs font-[550] hover:underline max-sm:min-h-11";

type LessonDraftProps = {
  lesson: DraftLesson;
  name: string;
  lessonName: (id: number) => string;
  blocked: boolean;
  chosen: boolean;
  open: boolean;
  onChoose: (on: boolean) => void;
  onOpen: (homework?: number) => void;
  onDiscard: (() => void) | undefined;
};

function LessonDraft({
  lesson,
  name,
  lessonName,
  blocked,
  chosen,
  open,
  onChoose,
  onOpen,
  onDiscard,
}: LessonDraftProps) {
  const { t } = useTranslation();
  const nameOf = useKindName();
  const [first] = lesson.blocked;
  return (
    <li className="grid grid-cols-[minmax(0,240px)_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 text-sm max-md:grid-cols-[minmax(0,1fr)_auto]">
      <span
        className={cx(
          "min-w-0 [&_label]:truncate [&_label]:text-sm [&>span]:max-w-full",
          blocked ? "text-mut" : "font-[550]",
        )}
      >
        <Checkbox checked={chosen} disabled={blocked} onChange={onChoose} label={name} />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-md:col-span-2 max-md:row-start-2">
        {differenceWords(lesson, nameOf, lessonName, t).map(({ key, change, text }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <ChangeMark of={change} />
            {text}
          </span>
        ))}
        {lesson.isEmptied ? (
          <span className="inline-flex items-center gap-1.5 text-warn">
            <TriangleAlert aria-hidden size={14} className="shrink-0" />
            {t("homeworkDatabase.emptied", { count: lesson.topics })}
          </span>
        ) : null}
        {lesson.blocked
          .filter(({ code }) => code !== "moved")
          .map(({ code, message, homeworkId }) => (
            <span key={`${code} ${homeworkId}`} className="inline-flex items-center gap-1.5 text-warn">
              <TriangleAlert aria-hidden size={14} className="shrink-0" />
              {message}
            </span>
          ))}
        {/* what only goes together with another lesson is no warning */}
        {boundLessons(lesson).map((id) => (
          <span key={id} className={cx("inline-flex items-center gap-1.5", blocked ? "text-warn" : "text-xs text-mut")}>
            {blocked ? <TriangleAlert aria-hidden size={14} className="shrink-0" /> : null}
            {t("homeworkDatabase.publishedTogether", { lesson: lessonName(id) })}
          </span>
        ))}
        {blocked && onDiscard ? (
          <button type="button" onClick={onDiscard} className={cx(actClass, "text-mut")}>
            {t("homeworkDatabase.discard")}
            <span className="sr-only">: {name}</span>
          </button>
        ) : null}
      </span>
      {open && !blocked ? (
        <span className="text-xs text-mut">{t("homeworkDatabase.open")}</span>
      ) : (
        <button
          type="button"
          onClick={() => onOpen(first?.homeworkId ?? undefined)}
          className={cx(actClass, "text-accent-ink")}
        >
          {t(blocked ? "homeworkDatabase.fill" : "homeworkDatabase.look")}
          <span className="sr-only">: {name}</span>
        </button>
      )}
    </li>
  );
}
