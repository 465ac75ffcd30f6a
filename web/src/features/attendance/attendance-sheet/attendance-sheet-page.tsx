/** The sheet of a lesson: found by group, line of the schedule and day, or by its number in the address. */
import { type ComponentProps, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams, useSearchParams } from "react-router";
import { cache, keyOf } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { useRead } from "@/api/use-read";
import { useSession } from "@/entities/access/session";
import { isOnItsWay } from "@/entities/attendance/absence-sms/absence-sms";
import { useCrumb } from "@/lib/crumb";
import { isIsoDate } from "@/lib/dates";
import { useOnline } from "@/lib/online";
import { useNow } from "@/lib/use-now";
import { Button } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { NotFound } from "@/ui/feedback/states";
import { queuedDrafts, storeDraft, unsavedDrafts, useDraftsVersion } from "../saving/attendance-drafts";
import { type AttendanceSheet, type Audience, SHEET_PATHS, type SheetLesson } from "../state/api-types";
import { takesNow } from "../state/takes-now";
import { isQueued } from "../state/use-push";
import { EditAttendanceSheet } from "./edit-attendance-sheet";
import { StoredNotice } from "./notices";

const QUEUED_EACH_MS = 5_000;
const BEGINS_EACH_MS = 30_000;

/** Refetches where the sheet changes by itself: the school's answer arrives, a message leaves, the lesson begins. */
function refetchInterval(sheet: AttendanceSheet | undefined): number | false {
  if (isQueued(sheet) || sheet?.students.some((row) => isOnItsWay(row.sms))) return QUEUED_EACH_MS;
  return sheet?.lesson.takes === "not_begun" ? BEGINS_EACH_MS : false;
}

/** ``beside``: the other parts of the lesson's group, above its class. */
export function AttendanceSheetPage({
  audience,
  beside,
}: {
  audience: Audience;
  beside: (lesson: SheetLesson) => ReactNode;
}) {
  const { t } = useTranslation();
  const { id, scheduleId, date } = useParams();
  const { pathname, search } = useLocation();
  const lesson = Number(useSearchParams()[0].get("lessonId"));
  const query = lesson
    ? { lessonId: lesson }
    : { groupId: Number(id), scheduleId: Number(scheduleId), date: date ?? "" };
  const named = lesson ? Number.isSafeInteger(lesson) : isIsoDate(date);
  const answer = useRead(
    SHEET_PATHS[audience],
    { query },
    { refetchInterval: (data) => refetchInterval(data?.sheet), enabled: named },
  );
  useCrumb(answer.data?.sheet.lesson.group.name);
  if (answer.data) {
    const { sheet, checkIn } = answer.data;
    return (
      <SheetOfNow
        key={sheet.lesson.id}
        sheet={sheet}
        checkIn={sheet.lesson.noClassReason === null ? (checkIn ?? null) : null}
        audience={audience}
        path={pathname + search}
        beside={beside(sheet.lesson)}
        readAt={cache.getQueryState(keyOf(SHEET_PATHS[audience], { query }))?.dataUpdatedAt}
      />
    );
  }
  return (
    <Page title={t("attendance.title")}>
      {named ? (
        <>
          <Loaded of={answer} skeleton={<Skeleton className="h-[480px] w-full" />}>
            {() => null}
          </Loaded>
          {answer.error instanceof ApiError && answer.error.status === 404 ? (
            <LeftMarks path={pathname + search} />
          ) : null}
        </>
      ) : (
        <NotFound />
      )}
    </Page>
  );
}

type SheetOfNowProps = ComponentProps<typeof EditAttendanceSheet> & { readAt: number | undefined };

/** Without a connection the lesson begins and ends by this clock. */
function SheetOfNow({ sheet, beside, readAt, ...others }: SheetOfNowProps) {
  const online = useOnline();
  const now = useNow();
  const takes = online ? sheet.lesson.takes : takesNow(sheet.lesson, others.audience, now);
  const shown = useMemo(() => ({ ...sheet, lesson: { ...sheet.lesson, takes } }), [sheet, takes]);
  return (
    <EditAttendanceSheet
      sheet={takes === sheet.lesson.takes ? sheet : shown}
      beside={
        <>
          {beside}
          {online || readAt === undefined ? null : <StoredNotice at={readAt} />}
        </>
      }
      {...others}
    />
  );
}

/** Marks of a lesson that no longer exists can only be discarded. */
function LeftMarks({ path }: { path: string }) {
  const { t } = useTranslation();
  const userId = useSession().profile?.id ?? 0;
  useDraftsVersion();
  const left = [...unsavedDrafts(userId), ...queuedDrafts(userId)].filter(
    (draft) => draft.path === path && draft.pendingSave === null,
  );
  if (left.length === 0) return null;
  const drop = () => {
    for (const draft of left) storeDraft({ ...draft, marks: {}, notice: null });
  };
  return (
    <p className="text-center">
      <Button onClick={drop}>{t("attendance.letGo")}</Button>
    </p>
  );
}
