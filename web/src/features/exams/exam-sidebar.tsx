/** Beside the participants: who waits for a check, what announcing would say, the dates and the task. */
import { AlertTriangle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import type { TabProps } from "@/entities/groups/group-tabs";
import { FileList } from "@/entities/homework/attachments";
import { otherHolder } from "@/entities/homework/claim";
import { PASSING_SCORE } from "@/entities/homework/score";
import { formatDateTime } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { Avatar } from "@/ui/display/avatar";
import { Fact, Facts } from "@/ui/display/fact";
import { Card } from "@/ui/display/page";
import { chatPath, checksExams, type ExamCard, type WorkRow } from "./exam-paths";

type SidebarProps = { at: TabProps; exam: ExamCard; waiting: readonly WorkRow[] };

export function ExamSidebar({ at, exam, waiting }: SidebarProps) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <div className="grid grid-cols-1 gap-4">
      {exam.counts.waiting > 0 ? <Unchecked at={at} exam={exam} waiting={waiting} /> : null}
      {exam.counts.passed === null ? null : <Outcome exam={exam} />}
      <Card title={t("exams.dates")}>
        <Facts>
          <Fact wide name={t("exams.beginsAt")} value={formatDateTime(exam.beginsAt, zone)} />
          <Fact wide name={t("exams.deadline")} value={formatDateTime(exam.deadline, zone)} />
          <Fact wide name={t("exams.passingScore")} value={String(PASSING_SCORE)} />
          <Fact wide name={t("exams.by")} value={exam.createdBy?.name} />
          {exam.announcedAt ? (
            <Fact
              wide
              name={t("exams.announcedBy")}
              value={[exam.announcedBy?.name, formatDateTime(exam.announcedAt, zone)].filter(Boolean).join(" · ")}
            />
          ) : null}
        </Facts>
      </Card>
      <Card title={t("exams.task")}>
        <div className="grid grid-cols-1 gap-3">
          <p className="text-base whitespace-pre-wrap [overflow-wrap:anywhere]">{exam.description}</p>
          <FileList files={exam.attachments} />
        </div>
      </Card>
      {exam.announcedAt ? null : <p className="px-1 text-xs text-mut">{t("exams.earnedLater")}</p>}
    </div>
  );
}

/** Who stands in the way of the announcement, with the way to each. */
function Unchecked({ at, exam, waiting }: SidebarProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const checks = useCan(checksExams(at.audience), "update");
  return (
    <section className="card border-warn bg-warn-soft p-4" aria-label={t("exams.uncheckedTitle")}>
      <h2 className="flex items-center gap-2 text-base font-[650] text-warn">
        <AlertTriangle aria-hidden size={18} />
        {t("exams.uncheckedOf", { total: exam.counts.waiting })}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{t("exams.uncheckedText")}</p>
      <ul className="mt-2 divide-y divide-line">
        {waiting.map((work) => (
          <li key={work.id} className="flex min-h-12 items-center gap-3 py-1.5">
            <Avatar name={work.fullName} id={work.studentId} photo={work.photo} />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-[550] text-ink-strong">{work.fullName}</span>
              <span className="block text-xs text-ink-soft">
                {otherHolder(work)
                  ? t("exams.openedBy", { name: otherHolder(work) ?? "" })
                  : work.handedInAt && formatDateTime(work.handedInAt, zone)}
              </span>
            </span>
            {checks ? (
              <Link to={chatPath(at, exam.id, work)} className="py-2 font-[550] text-accent-ink hover:underline">
                {t("exams.check")}
                <span className="sr-only">{`: ${work.fullName}`}</span>
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Numbers by result; before the announcement only checkers get them (H6). */
function Outcome({ exam }: { exam: ExamCard }) {
  const { t } = useTranslation();
  const { participants, waiting } = exam.counts;
  const [passed, failed, failedExam] = [exam.counts.passed ?? 0, exam.counts.failed ?? 0, exam.counts.failedExam ?? 0];
  // until the announcement nobody is absent yet: those would be who have neither work nor score
  const absent = exam.counts.absent ?? participants - passed - failed - waiting;
  const parts = [
    { name: t("exams.results.passed"), total: passed, text: "text-good", bar: "bg-good" },
    {
      name: t("exams.failedBelow", { score: PASSING_SCORE }),
      total: failed - failedExam,
      text: "text-bad",
      bar: "bg-bad",
    },
    { name: t("exams.results.failedExam"), total: failedExam, text: "text-bad", bar: "bg-bad" },
    { name: t("exams.results.absent"), total: absent, text: "text-ink-strong", bar: "bg-line-strong" },
    { name: t("exams.unchecked"), total: waiting, text: "text-warn", bar: "bg-warn" },
  ];
  return (
    <Card
      title={t(exam.announcedAt ? "exams.outcome" : "exams.outcomeIfAnnounced")}
      actions={exam.announcedAt ? null : <span className="text-sm text-mut">{t("exams.soFar")}</span>}
    >
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 text-sm">
        {parts.map(({ name, total, text }) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className={cx("text-right font-[650] tabular-nums", total > 0 ? text : "text-mut")}>{total}</dd>
          </div>
        ))}
      </dl>
      {participants > 0 ? (
        <div aria-hidden className="mt-3 flex gap-0.5">
          {parts
            .filter(({ total }) => total > 0)
            .map(({ name, total, bar }) => (
              <span key={name} className={cx("h-1.5 rounded-full", bar)} style={{ flexGrow: total }} />
            ))}
        </div>
      ) : null}
    </Card>
  );
}
