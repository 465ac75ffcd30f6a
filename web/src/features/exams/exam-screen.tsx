/** One exam: its participants with their results, who stands in the way of the announcement, its dates (R2-038). */
import { ClipboardCheck, Megaphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { RecordHistory } from "@/entities/audit/record-history";
import { examsOf } from "@/entities/exams/exam-result";
import type { Audience, TabProps } from "@/entities/groups/group-tabs";
import { otherHolder } from "@/entities/homework/claim";
import { useCrumb } from "@/lib/crumb";
import { useLive } from "@/lib/live/use-live";
import { Button, buttonClass } from "@/ui/controls/button";
import { Card, Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { ExamMenu } from "./exam-menu";
import {
  addressOf,
  announcePath,
  chatPath,
  checksExams,
  type ExamCard,
  monthsOf,
  STATUS_TONES,
  STATUS_WORDS,
  type WorkRow,
} from "./exam-paths";
import { ExamSidebar } from "./exam-sidebar";
import { Participants } from "./participants";

const POLL_MS = 30_000;
/** Shown beside the list; the rest is one step further. */
const NEXT_ONES = 5;

export const ExamScreen = () => <Exam audience="admin" />;
export const OwnExamScreen = () => <Exam audience="academic" />;

function Exam({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const { at, examId } = addressOf(audience, useParams());
  const pace = useLive("exams", ["/exams/{id}", "/exams/{id}/results", "/exams/{id}/chats"]);
  const read = useRead("/exams/{id}", { path: { id: examId } }, { refetchInterval: pace(POLL_MS) });
  const checks = useCan(checksExams(audience), "update");
  const waiting = useRead(
    "/exams/{id}/chats",
    { path: { id: examId }, query: { status: 1, perPage: NEXT_ONES } },
    { enabled: checks && (read.data?.exam.counts.waiting ?? 0) > 0 },
  ).data?.works;
  const exam = read.data?.exam;
  useCrumb(exam?.group.name);
  return (
    <Page
      title={exam ? monthsOf(exam) : t("exams.one")}
      note={exam ? <Note exam={exam} /> : null}
      actions={exam ? <Actions at={at} exam={exam} next={checks ? nextOf(waiting ?? []) : undefined} /> : null}
    >
      <Loaded of={read}>
        {({ exam: shown }) => (
          <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-4 max-lg:grid-cols-1">
            <div className="grid grid-cols-1 gap-4">
              <Participants at={at} exam={shown} />
              <Card title={t("audits.history")}>
                <RecordHistory path="/exams/{id}/history" id={shown.id} />
              </Card>
            </div>
            <ExamSidebar at={at} exam={shown} waiting={waiting ?? []} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** The work to go on with: the first that nobody else has open. */
const nextOf = (waiting: readonly WorkRow[]) => waiting.find((work) => otherHolder(work) === null) ?? waiting[0];

function Note({ exam }: { exam: ExamCard }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-3">
      {/* on a phone the header says what kind of page this is, not which exam */}
      <b aria-hidden className="w-full text-lg text-ink-strong sm:hidden">
        {monthsOf(exam)}
      </b>
      {exam.announcedAt ? (
        <StatusTag tone="good">{t("exams.announced")}</StatusTag>
      ) : (
        <StatusTag tone={STATUS_TONES[exam.status]}>{t(STATUS_WORDS[exam.status])}</StatusTag>
      )}
      {`${exam.group.name} · ${t("exams.participantsOf", { total: exam.counts.participants })}`}
    </span>
  );
}

type ActionsProps = { at: TabProps; exam: ExamCard; next: WorkRow | undefined };

/** While work waits, checking is the useful step and announcing says why it must wait. */
function Actions({ at, exam, next }: ActionsProps) {
  const { t } = useTranslation();
  const announces = useCan(examsOf(at.audience), "update");
  const { waiting } = exam.counts;
  const gold = buttonClass("main");
  return (
    <>
      {announces && !exam.announcedAt ? (
        waiting > 0 ? (
          <Button icon={Megaphone} fixed={t("exams.uncheckedFirst", { total: waiting })}>
            {t("exams.announceShort")}
          </Button>
        ) : (
          <Link to={announcePath(at, exam.id)} data-main="" className={gold}>
            <Megaphone aria-hidden strokeWidth={1.8} />
            {t("exams.announce")}
          </Link>
        )
      ) : null}
      {next ? (
        <Link to={chatPath(at, exam.id, next)} data-main="" className={gold}>
          <ClipboardCheck aria-hidden strokeWidth={1.8} />
          {t("exams.goOn", { total: waiting })}
        </Link>
      ) : null}
      <ExamMenu at={at} exam={exam} />
    </>
  );
}
