/** Checking an exam: the participants, the work of one of them, the score; by keyboard alone (R2-010, R2-039). */
import { ListChecks } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation, useNavigate, useParams } from "react-router";
import { prefetch, useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { examsOf, resultPath } from "@/entities/exams/exam-result";
import type { Audience, TabProps } from "@/entities/groups/group-tabs";
import { CheckingKeys, useCheckingKeys } from "@/entities/homework/checking-keys";
import { otherHolder } from "@/entities/homework/claim";
import { withDigit } from "@/entities/homework/score";
import { Neighbours } from "@/entities/homework/work-head";
import { useCrumb } from "@/lib/crumb";
import { useLive } from "@/lib/live/use-live";
import { usePhone } from "@/lib/use-phone";
import { Button, buttonClass } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { SidePanel } from "@/ui/dialog/side-panel";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { EmptyCard } from "@/ui/feedback/states";
import { showError, showUndo } from "@/ui/feedback/toast";
import {
  addressOf,
  chatPath,
  checksExams,
  type ExamChat,
  examPath,
  FIRST_WORK,
  idOf,
  tabPath,
  type WorkRow,
  waits,
} from "../exam-paths";
import { useFailingReasons } from "../use-failing-reasons";
import { ExamChecks } from "./exam-checks";
import { ExamScorePanel } from "./exam-score-panel";
import { ExamWork } from "./exam-work";
import { ParticipantList } from "./participant-list";
import { SendMessage } from "./send-message";
import { type Checked, isComplete, keepTyped, pathOf, type Typed, undoCheck, useExamCheck } from "./use-exam-check";

const PER_PAGE = 100;
const POLL_MS = 30_000;

export const ExamChatScreen = () => <ExamChecking audience="admin" />;
export const OwnExamChatScreen = () => <ExamChecking audience="academic" />;

function ExamChecking({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const params = useParams();
  const { at, examId } = addressOf(audience, params);
  const chatId = idOf(params.chatId);
  // with the right to the chats alone: those who handed in or wrote (R2-329)
  const list = useCan(examsOf(audience)) ? "/exams/{id}/participants" : "/exams/{id}/chats";
  const pace = useLive("exams", [list, "/exams/{id}/chats/{chat_id}"]);
  const listed = useRead(
    list,
    { path: { id: examId }, query: { perPage: PER_PAGE } },
    { refetchInterval: pace(POLL_MS), keepPreviousData: true },
  );
  const chat = useRead(
    "/exams/{id}/chats/{chat_id}",
    { path: { id: examId, chat_id: chatId } },
    { enabled: chatId !== FIRST_WORK.id, staleTime: Number.POSITIVE_INFINITY },
  );
  const newest = useRef<NewestCheck | null>(null);
  // a work that an undo returns to begins anew, with what was typed for it
  const undone = String((useLocation().state as { undone?: number } | null)?.undone ?? "");
  useCrumb(chat.data?.group.name);
  const title = `${t("exams.check")} · ${t("shell.product")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (chatId === FIRST_WORK.id) {
    return (
      <Loaded of={listed} skeleton={<Skeleton className="m-6 h-[480px]" />}>
        {({ works }) => <FirstWork at={at} examId={examId} works={works} />}
      </Loaded>
    );
  }
  return (
    <Loaded of={chat} skeleton={<Skeleton className="m-6 h-[480px]" />}>
      {(work) => (
        <Checking key={`${work.id} ${undone}`} at={at} chat={work} rows={listed.data?.works ?? []} newest={newest} />
      )}
    </Loaded>
  );
}

type FirstWorkProps = { at: TabProps; examId: number; works: readonly WorkRow[] };

/** Opens the work that waits, else the first of all. */
function FirstWork({ at, examId, works }: FirstWorkProps) {
  const { t } = useTranslation();
  const first = nextWaiting(works, FIRST_WORK.id) ?? works[0];
  if (first) return <Navigate to={chatPath(at, examId, first)} replace />;
  return (
    <div className="p-6 max-sm:p-3">
      <EmptyCard title={t("exams.noWorks")} text={t("exams.noWorksText")} />
    </div>
  );
}

/** The newest check of this screen, which can be undone from any work. */
type NewestCheck = { work: Pick<WorkRow, "id" | "studentId">; typed: Typed; checked: Checked };
type CheckingProps = {
  at: TabProps;
  chat: ExamChat;
  rows: readonly WorkRow[];
  newest: RefObject<NewestCheck | null>;
};

function Checking({ at, chat, rows, newest }: CheckingProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const navigate = useNavigate();
  const announced = chat.exam.progress === 2;
  const checks = useCan(checksExams(at.audience), "update");
  const mayCheck = checks && !announced;
  const opensExam = useCan(examsOf(at.audience));
  const { typed, type, saving, save, takeOver } = useExamCheck(chat, { mayCheck, corrects: false });
  const [listOpen, setListOpen] = useState(false);
  const message = useRef<HTMLTextAreaElement>(null);
  const needsText = useFailingReasons().find(({ id }) => id === typed.failingReasonId)?.needsText ?? false;
  const next = nextWaiting(rows, chat.id);
  useEffect(() => {
    if (next) prefetch("/exams/{id}/chats/{chat_id}", pathOf({ exam: chat.exam, id: next.id }));
  }, [next, chat.exam]);
  const open = (work: Pick<WorkRow, "id" | "studentId"> | undefined) => {
    if (!work) return;
    setListOpen(false);
    void navigate(chatPath(at, chat.exam.id, work), { replace: true });
  };
  const move = (by: 1 | -1) => open(rows[rows.findIndex(({ id }) => id === chat.id) + by]);
  const undo = () => {
    const last = newest.current;
    if (!last) return;
    newest.current = null;
    undoCheck(last.work.id, last.checked).then(() => {
      keepTyped(last.work.id, last.typed);
      const state = { undone: last.checked.checkId };
      void navigate(chatPath(at, chat.exam.id, last.work), { replace: true, state });
    }, showError);
  };
  const check = async () => {
    if (!mayCheck || saving.pending || !isComplete(typed, needsText)) return;
    const checked = await save();
    if (!checked) return;
    message.current?.blur();
    newest.current = { work: { id: chat.id, studentId: chat.student.id }, typed, checked };
    showUndo(t("exams.checked", { name: chat.student.name, score: typed.score || "—" }), undo);
    if (next) open(next);
  };
  useCheckingKeys({
    digit: (digit) => mayCheck && type({ score: withDigit(typed.score, digit) }),
    erase: () => mayCheck && type({ score: typed.score.slice(0, -1) }),
    save: () => void check(),
    move,
    message: () => message.current?.focus(),
    undo,
  });
  const list = <ParticipantList rows={rows} at={chat.id} onOpen={open} />;
  // who only reads has nothing to do in the panel of the score
  const hasPanel = checks || announced;
  return (
    <div
      className={cx(
        "grid h-[calc(100dvh-56px)] grid-cols-[minmax(0,1fr)] max-sm:h-auto",
        hasPanel ? "sm:grid-cols-[300px_minmax(0,1fr)_320px]" : "sm:grid-cols-[300px_minmax(0,1fr)]",
      )}
    >
      {phone ? null : <aside className="min-h-0 overflow-y-auto border-r border-line bg-surface">{list}</aside>}
      <div className={cx("min-h-0 overflow-y-auto px-6 py-5 max-sm:px-3", hasPanel && "max-sm:pb-[380px]")}>
        {phone ? (
          <Button size="small" icon={ListChecks} className="mb-3" onClick={() => setListOpen(true)}>
            {t("exams.participants")}
          </Button>
        ) : null}
        <ExamWork chat={chat} {...(mayCheck ? { onTakeOver: () => void takeOver().catch(showError) } : {})}>
          <Neighbours onMove={move} />
        </ExamWork>
        <SendMessage audience={at.audience} chat={chat} />
      </div>
      {hasPanel ? (
        <aside className="min-h-0 overflow-y-auto border-l border-line bg-surface p-5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:max-h-[60dvh] max-sm:border-t max-sm:border-l-0 max-sm:p-3 max-sm:shadow-float">
          {announced ? (
            <Announced at={at} chat={chat} />
          ) : (
            <>
              <ExamScorePanel
                id={chat.id}
                typed={typed}
                saving={saving}
                disabled={!mayCheck}
                corrects={false}
                messageRef={message}
                onType={type}
                onSave={() => void check()}
              />
              <CheckingKeys message={t("exams.comment")} />
            </>
          )}
          {next || announced ? null : (
            <Link
              to={opensExam ? examPath(at, chat.exam.id) : tabPath(at)}
              className="mt-4 block text-center text-sm text-accent-ink hover:underline"
            >
              {t("exams.allChecked")}
            </Link>
          )}
        </aside>
      ) : null}
      {phone && listOpen ? (
        <SidePanel open title={t("exams.participants")} onClose={() => setListOpen(false)}>
          {list}
        </SidePanel>
      ) : null}
    </div>
  );
}

/** The next work that waits for a check: after the present one, else the first of all. */
function nextWaiting(rows: readonly WorkRow[], at: number): WorkRow | undefined {
  const place = rows.findIndex(({ id }) => id === at);
  const open = (work: WorkRow) => work.id !== at && waits(work) && otherHolder(work) === null;
  return rows.slice(place + 1).find(open) ?? rows.find(open);
}

/** After the announcement a result is corrected on its own page. */
function Announced({ at, chat }: { at: TabProps; chat: ExamChat }) {
  const { t } = useTranslation();
  const opensExam = useCan(examsOf(at.audience));
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-soft">{t("exams.announcedAlready")}</p>
      <ExamChecks chat={chat} />
      {opensExam ? (
        <Link to={resultPath(at, chat.id)} className={buttonClass()}>
          {t("exams.result")}
        </Link>
      ) : null}
    </div>
  );
}
