/** One participant's result: the score, what it earned, every hand-in and check; corrected here (R2-037, D-86). */
import { MessagesSquare, Users } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { examsOf, RESULT_TONES, RESULT_WORDS } from "@/entities/exams/exam-result";
import type { Audience, TabProps } from "@/entities/groups/group-tabs";
import { useCrumb } from "@/lib/crumb";
import { buttonClass } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { Fact, Facts } from "@/ui/display/fact";
import { Card, Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { ExamChecks } from "./checking/exam-checks";
import { ExamScorePanel } from "./checking/exam-score-panel";
import { ExamWork } from "./checking/exam-work";
import { useExamCheck } from "./checking/use-exam-check";
import { addressOf, chatPath, checksExams, type ExamChat, examPath, idOf, publicAddress } from "./exam-paths";
import { reasonOf, useFailingReasons } from "./use-failing-reasons";

export const ResultScreen = () => <Result audience="admin" />;
export const OwnResultScreen = () => <Result audience="academic" />;

function Result({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const params = useParams();
  const { at } = addressOf(audience, params);
  const read = useRead("/exams/results/{id}", { path: { id: idOf(params.resultId) } });
  const checks = useCan(checksExams(audience));
  const chat = read.data;
  const outcome = useRef<HTMLElement>(null);
  useCrumb(chat?.group.name);
  return (
    <Page
      title={t("exams.resultOf", { name: chat?.student.name ?? "" })}
      head={<span />}
      actions={
        chat ? (
          <>
            <Link to={examPath(at, chat.exam.id)} className={buttonClass()}>
              <Users aria-hidden strokeWidth={1.8} />
              {t("exams.participants")}
            </Link>
            {checks ? (
              <Link
                to={chatPath(at, chat.exam.id, { id: chat.id, studentId: chat.student.id })}
                className={buttonClass()}
              >
                <MessagesSquare aria-hidden strokeWidth={1.8} />
                {t("exams.chat")}
              </Link>
            ) : null}
          </>
        ) : null
      }
    >
      <Loaded of={read}>
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)_340px] items-start gap-4 max-lg:grid-cols-1">
            <ExamWork chat={shown} />
            <div className="grid grid-cols-1 gap-4">
              <section ref={outcome} tabIndex={-1} aria-label={t("exams.result")} className="focus:outline-none">
                <Outcome chat={shown} />
              </section>
              <ExamChecks chat={shown} />
              {shown.exam.progress === 2 ? (
                <Correction key={shown.id} at={at} chat={shown} onCorrected={() => outcome.current?.focus()} />
              ) : null}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Outcome({ chat }: { chat: ExamChat }) {
  const { t } = useTranslation();
  const reason = reasonOf(chat, useFailingReasons());
  const address = chat.publicId ? publicAddress(chat.publicId) : null;
  return (
    <Card title={t("exams.result")}>
      <Facts>
        <Fact
          wide
          name={t("exams.columns.result")}
          value={
            chat.result ? <StatusTag tone={RESULT_TONES[chat.result]}>{t(RESULT_WORDS[chat.result])}</StatusTag> : null
          }
          missing={t(chat.exam.progress === 2 ? "exams.noResult" : "exams.notAnnounced")}
        />
        <Fact wide name={t("exams.columns.score")} value={chat.score === null ? undefined : String(chat.score)} />
        {reason ? <Fact wide name={t("exams.failingReason")} value={reason} /> : null}
        {chat.award ? (
          <Fact
            wide
            name={t("exams.earned")}
            value={`${t("checking.xp", { xp: chat.award.xp })} · ${t("checking.silver", { silver: chat.award.silver })}`}
          />
        ) : null}
      </Facts>
      {address ? (
        <p className="mt-3 flex items-center gap-2 text-sm">
          <a href={address} target="_blank" rel="noreferrer" className="min-w-0 flex-1 truncate text-accent-ink">
            {address}
          </a>
          <CopyButton text={address} />
        </p>
      ) : null}
    </Card>
  );
}

/** After the announcement a change needs a reason; awards are corrected and the student is told once more. */
function Correction({ at, chat, onCorrected }: { at: TabProps; chat: ExamChat; onCorrected: () => void }) {
  const { t } = useTranslation();
  const may = useCan(examsOf(at.audience), "update");
  const message = useRef<HTMLTextAreaElement>(null);
  const { typed, type, saving, save } = useExamCheck(chat, { mayCheck: may, corrects: true });
  if (!may) return null;
  const correct = async () => {
    if (!(await save())) return;
    showDone(t("exams.corrected"));
    onCorrected();
  };
  return (
    <Card title={t("exams.correct")}>
      <p className="mb-3 text-sm text-ink-soft">{t("exams.correctText")}</p>
      <ExamScorePanel
        id={chat.id}
        typed={typed}
        saving={saving}
        disabled={false}
        corrects
        messageRef={message}
        onType={type}
        onSave={() => void correct()}
      />
    </Card>
  );
}
