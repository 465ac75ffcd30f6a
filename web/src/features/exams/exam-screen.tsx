/** One exam: its task, and every participant with the result (R2-038). */
import { Megaphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import type { Audience } from "@/entities/groups/group-tabs";
import { useCrumb } from "@/lib/crumb";
import { formatDateTime } from "@/lib/dates";
import { buttonClass } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";
import { Fact, Facts } from "@/ui/display/fact";
import { Card, Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { addressOf, announcePath, examsOf, monthsOf, RESULT_TONES, RESULT_WORDS, type WorkRow } from "./exam-paths";

const SIZE = 100;

export const ExamScreen = () => <Exam audience="admin" />;
export const OwnExamScreen = () => <Exam audience="academic" />;

function Exam({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { at, examId } = addressOf(audience, useParams());
  const read = useRead("/exams/{id}", { path: { id: examId } });
  const works = useRead("/exams/{id}/results", { path: { id: examId }, query: { perPage: SIZE } });
  const announces = useCan(examsOf(audience), "update");
  const exam = read.data?.exam;
  useCrumb(exam?.group.name);
  return (
    <Page
      title={exam ? monthsOf(exam) : t("exams.one")}
      actions={
        announces && exam && !exam.announcedAt ? (
          <Link to={announcePath(at, examId)} data-main="" className={buttonClass("main")}>
            <Megaphone aria-hidden strokeWidth={1.8} />
            {t("exams.announce")}
          </Link>
        ) : null
      }
    >
      <Loaded of={read}>
        {({ exam: shown }) => (
          <div className="grid grid-cols-[minmax(0,1fr)_340px] items-start gap-4 max-lg:grid-cols-1">
            <Loaded of={works}>{({ works: rows }) => <Works rows={rows} />}</Loaded>
            <Card title={t("exams.task")}>
              <p className="mb-4 text-base whitespace-pre-wrap [overflow-wrap:anywhere]">{shown.description}</p>
              <Facts>
                <Fact name={t("exams.beginsAt")} value={formatDateTime(shown.beginsAt, zone)} />
                <Fact name={t("exams.deadline")} value={formatDateTime(shown.deadline, zone)} />
                <Fact name={t("exams.participants")} value={String(shown.counts.participants)} />
                <Fact name={t("exams.handedIn")} value={String(shown.counts.handedIn)} />
              </Facts>
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Works({ rows }: { rows: readonly WorkRow[] }) {
  const { t } = useTranslation();
  return (
    <ul className="card divide-y divide-line-soft">
      {rows.map((row) => (
        <li key={row.id} className="flex min-h-14 items-center gap-3 px-4 py-2">
          <Avatar name={row.fullName} photo={row.photo} />
          <span className="min-w-0 flex-1 truncate">{row.fullName}</span>
          {row.score === null ? null : <span className="font-[600] tabular-nums">{row.score}</span>}
          {row.result ? (
            <StatusTag tone={RESULT_TONES[row.result]}>{t(RESULT_WORDS[row.result])}</StatusTag>
          ) : (
            <StatusTag tone={row.attempts > 0 ? "info" : "quiet"}>
              {t(row.attempts > 0 ? "exams.handedIn" : "exams.nothingHandedIn")}
            </StatusTag>
          )}
        </li>
      ))}
    </ul>
  );
}
