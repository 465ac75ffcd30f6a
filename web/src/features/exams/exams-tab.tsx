/** Sub-page 4 of a group: its exams, the newest first (R2-349, D-55). */
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import type { TabProps } from "@/entities/groups/group-tabs";
import { formatDateTime } from "@/lib/dates";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { type ExamRow, examPath, monthsOf } from "./exam-paths";

const SIZE = 100;

export function ExamsTab(at: TabProps) {
  const { t } = useTranslation();
  const read = useRead("/groups/{id}/exams", { path: { id: at.groupId }, query: { perPage: SIZE } });
  return (
    <Loaded of={read}>
      {({ exams }) =>
        exams.length === 0 ? (
          <EmptyCard title={t("exams.none")} text={t("exams.noneText")} />
        ) : (
          <ul className="card divide-y divide-line-soft">
            {exams.map((exam) => (
              <li key={exam.id}>
                <Link
                  to={examPath(at, exam.id)}
                  className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-hover"
                >
                  <Line of={exam} />
                  <ChevronRight aria-hidden size={18} className="shrink-0 text-mut" />
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Line({ of: exam }: { of: ExamRow }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { participants, handedIn, waiting } = exam.counts;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-1 font-[550] text-ink-strong">{monthsOf(exam)}</span>
        <span className="block text-sm text-mut">
          {formatDateTime(exam.beginsAt, zone)} · {t("exams.handedInOf", { count: handedIn, total: participants })}
        </span>
      </span>
      {waiting > 0 ? <StatusTag tone="warn">{t("exams.waiting", { total: waiting })}</StatusTag> : null}
      {exam.announcedAt ? <StatusTag tone="good">{t("exams.announced")}</StatusTag> : null}
    </>
  );
}
