/** The attendance sheet of a lesson (D-24): rows, sidebar, and saving. */
import { CheckCheck, Undo2 } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { isUntold } from "@/entities/attendance/absence-sms/absence-sms";
import { TellAbsent } from "@/entities/attendance/absence-sms/tell-absent";
import { CheckInOffer, type OwnCheckIn, useOffered } from "@/entities/attendance/check-in-offer";
import { useLanguage } from "@/i18n/use-language";
import { formatLessonDate, todayIn } from "@/lib/dates";
import { isMac, useSingleKeys } from "@/lib/shortcuts";
import { narrowerThan, usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { EmptyCard } from "@/ui/feedback/states";
import { useMarking } from "../saving/use-marking";
import { useSaving } from "../saving/use-saving";
import type { AttendanceSheet, Audience, SheetLesson, SheetRow } from "../state/api-types";
import { countMarks, countStored, mark, markAllPresent, revertMark, setReason, shownMark } from "../state/sheet-state";
import { usePush } from "../state/use-push";
import { CountsBox, KeysBox, LeftOutBox, PushBox } from "./attendance-sidebar";
import { NoClassButton, RevertNoClassButton } from "./no-class";
import { DraftNotice, LateNotice, NoClassNotice, OthersNotice, ServerNoticeBox, TimeNotice } from "./notices";
import { type RowHandlers, SheetCards, SheetTable, type ShownRow } from "./sheet-rows";
import { useSheetKeys } from "./use-sheet-keys";

/** Beside the menu there is no room for the table. */
const useNarrow = narrowerThan(919);

type EditSheetProps = {
  sheet: AttendanceSheet;
  /** Of the own lesson; null for others. */
  checkIn: OwnCheckIn | null;
  audience: Audience;
  path: string;
  beside: ReactNode;
};

export function EditAttendanceSheet({ sheet, checkIn, audience, path, beside }: EditSheetProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const narrow = useNarrow();
  const { lesson, students } = sheet;
  const title = t("attendance.lessonTitle", { group: lesson.group.name, number: lesson.number });
  const marking = useMarking(sheet, audience, path, `${title} · ${lesson.date}`);
  const push = usePush(sheet);
  const saving = useSaving(marking, lesson.id, push.follow);
  const inTime = lesson.takes === "open";
  // Late marks wait for the office; a cancelled lesson can't be sent late, it is the office's to record.
  const open = inTime || lesson.takes === "late";
  const fixed = !open || lesson.noClassReason !== null;
  const { marks, set } = marking;

  const handlers: RowHandlers & { revert: (row: ShownRow["row"]) => void } = {
    mark: (row, status) => {
      set((now) => mark(row, now, status));
      keys.askReason(row.studentId, status);
    },
    reason: (row, reason) => {
      set((now) => setReason(row, now, reason));
      keys.stopAsking();
    },
    revert: (row) => set((now) => revertMark(row, now)),
    point: (studentId) => keys.point(studentId),
  };
  const all = () => {
    set((now) => markAllPresent(students, now));
    keys.stopAsking();
  };
  const save = () => {
    keys.stopAsking();
    saving.save();
  };
  const keys = useSheetKeys(students, fixed, { ...handlers, all, save });
  const singleKeys = useSingleKeys();
  const awaited = singleKeys ? keys.awaited : null;
  const latest = useRef(handlers);
  latest.current = handlers;
  const rows = useShownRows(sheet, marking, push.refused);
  // Stable handlers, so that only the changed row renders again.
  const stableHandlers = useMemo<RowHandlers>(
    () => ({
      mark: (row, status) => latest.current.mark(row, status),
      reason: (row, reason) => latest.current.reason(row, reason),
      point: (studentId) => latest.current.point(studentId),
    }),
    [],
  );
  const today = todayIn(useZone());
  const counts = useMemo(() => countMarks(students, marks), [students, marks]);
  const state = marking.unsent ? "unsent" : marking.changed ? "unsaved" : null;
  const Rows = narrow ? SheetCards : SheetTable;
  // The gold button is the next step: to save, or with nothing to save the teacher's own check-in.
  const offered = useOffered(checkIn);
  const checksInNext = offered && marking.entries.length === 0;
  const left = marking.notice?.kind === "partly" ? marking.notice.refused : saving.leftOut;

  return (
    <Page
      stays
      title={title}
      head={<LessonHead lesson={lesson} state={state} students={students} fixed={fixed} />}
      actions={
        <>
          {students.some((row) => row.entered) ? (
            <span className="text-base text-mut">
              {t("attendance.entered")}{" "}
              <b className="font-[650] text-ink-strong">
                {students.filter((row) => row.entered).length} / {counts.total}
              </b>
            </span>
          ) : null}
          <CheckInOffer keyed lessonId={lesson.id} checkIn={checkIn} look={checksInNext ? "main" : "plain"} />
          {fixed || !inTime ? null : <NoClassButton onSay={saving.cancelLesson} />}
          {fixed ? null : (
            <div className="flex gap-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:p-3 max-sm:[&>*]:flex-1">
              <Button icon={CheckCheck} onClick={all}>
                {t("attendance.all")}
              </Button>
              <Button
                look={checksInNext ? "plain" : "main"}
                pending={marking.pending}
                disabled={marking.entries.length === 0}
                onClick={save}
              >
                {t("kit.save")}
                <SaveKeys />
              </Button>
            </div>
          )}
        </>
      }
    >
      {beside}
      <TimeNotice lesson={lesson} />
      <ServerNoticeBox marking={marking} />
      <LateNotice lesson={lesson} marking={marking} />
      <DraftNotice marking={marking} fixed={fixed} />
      <OthersNotice marking={marking} sheet={sheet} />
      <NoClassNotice
        lesson={lesson}
        actions={inTime ? <RevertNoClassButton onSay={() => saving.cancelLesson("")} /> : null}
      />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-sm:pb-20 @min-[960px]:grid-cols-[minmax(0,1fr)_260px]">
          {students.length === 0 ? (
            <EmptyCard title={t("attendance.nobody")} text={t("attendance.nobodyText")} />
          ) : (
            <Rows rows={rows} at={keys.at} awaited={awaited} fixed={fixed} handlers={stableHandlers} />
          )}
          <div className="contents gap-4 @min-[960px]:sticky @min-[960px]:top-36 @min-[960px]:grid">
            {lesson.noClassReason === null ? (
              <CountsBox
                counts={counts}
                title={t(lesson.date === today ? "attendance.counts.title" : "attendance.counts.other")}
                under={push.under}
              />
            ) : null}
            <TellAbsent
              audience={audience}
              lessonIds={[lesson.id]}
              count={lesson.noClassReason === null ? students.filter(isUntold).length : 0}
              className="justify-self-start"
            />
            <LeftOutBox refused={left} onSeen={saving.dismissLeftOut} />
            <PushBox push={push} />
            {marking.changed && !marking.restoredDraft ? (
              <Button size="small" icon={Undo2} onClick={marking.discard} className="justify-self-start">
                {t("attendance.letGo")}
              </Button>
            ) : null}
            {phone || fixed ? null : <KeysBox checksIn={offered} />}
          </div>
        </div>
      </div>
      <span role="status" className="sr-only">
        {awaited === null ? null : t("attendance.reasonAwaited")}
      </span>
      <ConfirmDialog
        open={saving.confirming}
        onClose={saving.cancelReplace}
        title={t("attendance.replace.title")}
        text={t("attendance.replace.text", { names: marking.replacing.map((row) => row.fullName).join(", ") })}
        confirm={t("attendance.replace.confirm")}
        onConfirm={saving.replace}
      />
    </Page>
  );
}

/** Rows to render; an unchanged row keeps its identity. */
function useShownRows(
  sheet: AttendanceSheet,
  { marks, others }: ReturnType<typeof useMarking>,
  refused: { studentId: number }[],
) {
  const history = useCan("staff_control:audit_logs") ? `/audits?entity=lesson&entityId=${sheet.lesson.id}` : null;
  const conflicting = others.map((row) => row.studentId).join();
  const left = refused.map((one) => one.studentId).join();
  return useMemo<ShownRow[]>(() => {
    const [differ, out] = [conflicting, left].map((ids) => new Set(ids.split(",").map(Number)));
    return sheet.students.map((row) => ({
      row,
      now: shownMark(row, marks),
      conflicting: differ?.has(row.studentId) ?? false,
      refused: out?.has(row.studentId) ?? false,
      history,
    }));
  }, [sheet, marks, conflicting, left, history]);
}

/** The lesson, and the saving state of its marks. */
type HeadProps = {
  lesson: SheetLesson;
  state: "unsaved" | "unsent" | null;
  students: readonly SheetRow[];
  /** Nothing can be marked. */
  fixed: boolean;
};

function LessonHead({ lesson, state, students, fixed }: HeadProps) {
  const { t } = useTranslation();
  const stored = countStored(students);
  const partly = lesson.noClassReason === null && stored.marked > 0 && stored.marked < stored.all;
  const language = useLanguage();
  const room = /^\d+$/.test(lesson.classroomName)
    ? t("attendance.room", { room: lesson.classroomName })
    : lesson.classroomName;
  const facts = [formatLessonDate(lesson.date, language), `${lesson.beginTime}–${lesson.endTime}`, room, lesson.topic];
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong">
          {t("attendance.lessonTitle", { group: lesson.group.name, number: lesson.number })}
        </h1>
        {fixed ? <StatusTag tone="quiet">{t(`attendance.closed.${closedBy(lesson)}`)}</StatusTag> : null}
        {students.some((row) => row.waiting) ? <StatusTag tone="info">{t("attendance.sentLate")}</StatusTag> : null}
        {/* One place with its width kept: the class below must not move at the first mark. */}
        <span className={fixed ? undefined : "sm:min-w-36"}>
          {partly && !state ? <StatusTag tone="warn">{t("attendance.markedOf", stored)}</StatusTag> : null}
          <span role="status">
            {state ? (
              <StatusTag tone={state === "unsent" ? "info" : "warn"}>{t(`attendance.${state}`)}</StatusTag>
            ) : null}
          </span>
        </span>
      </div>
      <p className="text-base text-mut">{facts.filter(Boolean).join(" · ")}</p>
    </div>
  );
}

/** The reason why nothing of a lesson can be marked. */
function closedBy({ noClassReason, takes }: SheetLesson): "noClass" | "not_begun" | "closed" {
  if (noClassReason !== null) return "noClass";
  return takes === "not_begun" ? "not_begun" : "closed";
}

/** The keys that save, on the gold of their button. */
function SaveKeys() {
  return (
    <kbd
      aria-hidden
      className="rounded-sm border border-white/25 bg-white/15 px-1.5 font-sans text-[11px] leading-4 font-medium max-sm:hidden"
    >
      {isMac ? "⌘" : "Ctrl"} ↵
    </kbd>
  );
}
