/** Notices above the sheet: the save window, concurrent changes, answers to background saves. */
import { CircleAlert, Clock, CloudUpload, Info, type LucideIcon, Undo2, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime, fromMillis } from "@/lib/dates";
import { useOnline } from "@/lib/online";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import type { Marking } from "../saving/use-marking";
import type { AttendanceSheet, SheetLesson } from "../state/api-types";
import { keepMine, takeTheirs } from "../state/sheet-state";
import { namesOfAuthors } from "./row-parts";

type NoticeProps = { icon: LucideIcon; warns?: boolean; children: ReactNode; actions?: ReactNode };

function Notice({ icon: Icon, warns, children, actions }: NoticeProps) {
  return (
    <div
      role="status"
      className={cx(
        "mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3.5 py-2.5 text-sm",
        warns ? "border-accent-line bg-warn-soft text-warn" : "border-line bg-surface text-ink-soft",
      )}
    >
      <Icon aria-hidden size={17} strokeWidth={1.8} className="shrink-0" />
      <span className="min-w-0 flex-1 basis-56">{children}</span>
      {actions}
    </div>
  );
}

/** Reason why nothing can be marked, or the effect of marking late (D-25, D-70). */
export function TimeNotice({ lesson }: { lesson: SheetLesson }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { takes } = lesson;
  if (takes === "open") return null;
  const at = formatDateTime(takes === "not_begun" ? lesson.begins : lesson.closes, zone);
  return (
    <Notice icon={Clock} warns={takes === "late"}>
      {t(`attendance.takes.${takes}`, { at })}
    </Notice>
  );
}

/** Without a connection: when the sheet was read. */
export function StoredNotice({ at }: { at: number }) {
  const { t } = useTranslation();
  const zone = useZone();
  return <Notice icon={Info}>{t("attendance.storedAt", { at: formatDateTime(fromMillis(at), zone) })}</Notice>;
}

/** Conflict: others marked the same students differently; keep theirs or mine (D-8). */
export function OthersNotice({ marking, sheet }: { marking: Marking; sheet: AttendanceSheet }) {
  const { t } = useTranslation();
  const { others, set } = marking;
  if (others.length === 0) return null;
  return (
    <Notice
      warns
      icon={Users}
      actions={
        <>
          <Button size="small" onClick={() => set((marks) => takeTheirs(sheet.students, marks))}>
            {t("attendance.others.theirs")}
          </Button>
          <Button size="small" onClick={() => set((marks) => keepMine(sheet.students, marks))}>
            {t("attendance.others.mine")}
          </Button>
        </>
      }
    >
      {t("attendance.others.text", {
        who: namesOfAuthors(others, t),
        names: others.map((row) => row.fullName).join(", "),
      })}
    </Notice>
  );
}

/** A queued save, or the answer to a background save until it is dismissed (D-70). */
export function ServerNoticeBox({ marking }: { marking: Marking }) {
  const { t } = useTranslation();
  const online = useOnline();
  const { notice: word, dismissNotice: seen, unsent } = marking;
  if (unsent && !online) return <Notice icon={CloudUpload}>{t("attendance.keptHere")}</Notice>;
  if (!word || word.kind === "stale" || word.kind === "partly") return null;
  return (
    <Notice
      warns
      icon={word.kind === "late" ? Info : CircleAlert}
      actions={
        <Button size="small" onClick={seen}>
          {t("attendance.understood")}
        </Button>
      }
    >
      {word.kind === "late" ? t("attendance.lateSent") : t("attendance.refusedLater", { why: word.message })}
    </Notice>
  );
}

/** A late submission of this lesson waits for confirmation (D-70). */
export function LateNotice({ lesson, marking }: { lesson: SheetLesson; marking: Marking }) {
  const { t } = useTranslation();
  const zone = useZone();
  if (lesson.lateSentAt === null || marking.notice?.kind === "late") return null;
  return <Notice icon={Clock}>{t("attendance.lateWaits", { at: formatDateTime(lesson.lateSentAt, zone) })}</Notice>;
}

/** Marked before and not saved: it is here again, and on no server (D-70). `fixed`: it can't be saved any more. */
export function DraftNotice({ marking, fixed }: { marking: Marking; fixed: boolean }) {
  const { t } = useTranslation();
  if (!marking.restoredDraft) return null;
  const drop = (
    <Button size="small" icon={Undo2} onClick={marking.discard}>
      {t("attendance.letGo")}
    </Button>
  );
  return (
    <Notice warns icon={CloudUpload} actions={drop}>
      {t(fixed ? "attendance.draft.closed" : "attendance.draft.back")}
    </Notice>
  );
}

/** The lesson was cancelled (D-24). */
export function NoClassNotice({ lesson, actions }: { lesson: SheetLesson; actions: ReactNode }) {
  const { t } = useTranslation();
  if (lesson.noClassReason === null) return null;
  return (
    <Notice icon={Info} actions={actions}>
      <b className="font-[650] text-ink-strong">{t("attendance.noClass.is")}</b> {lesson.noClassReason}
    </Notice>
  );
}
