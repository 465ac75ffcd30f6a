/** Sub-page 4 of a group: its exams, the newest first (R2-349, D-55). */
import { ChevronRight, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { examsOf } from "@/entities/exams/exam-result";
import type { TabProps } from "@/entities/groups/group-tabs";
import { formatDateTime } from "@/lib/dates";
import { buttonClass } from "@/ui/controls/button";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { usePagedAddress } from "@/ui/list/use-paged-address";
import { Pager } from "@/ui/table/pager";
import {
  addPath,
  chatPath,
  type ExamRow,
  examPath,
  FIRST_WORK,
  monthsOf,
  STATUS_TONES,
  STATUS_WORDS,
} from "./exam-paths";

const LIST = "group-exams";
const STANDARD_SIZE = 30;

export function ExamsTab(at: TabProps) {
  const { t } = useTranslation();
  const { page, perPage, pager } = usePagedAddress(LIST, STANDARD_SIZE);
  const adds = useCan(examsOf(at.audience), "create");
  const opens = useCan(examsOf(at.audience));
  // the right to the chats alone opens the work of an exam, not the exam (R2-329, D-55)
  const pathOf = (id: number) => (opens ? examPath(at, id) : chatPath(at, id, FIRST_WORK));
  const read = useRead(
    "/groups/{id}/exams",
    { path: { id: at.groupId }, query: { page, perPage } },
    { keepPreviousData: true },
  );
  return (
    <>
      {adds ? (
        <div className="mb-3 flex justify-end">
          <Link to={addPath(at)} data-main="" className={buttonClass("main")}>
            <Plus aria-hidden />
            {t("exams.add")}
          </Link>
        </div>
      ) : null}
      <Loaded of={read}>
        {({ exams, total }) =>
          total === 0 ? (
            <EmptyCard title={t("exams.none")} text={t("exams.noneText")} />
          ) : (
            <div className={read.isPlaceholder ? "opacity-60" : ""}>
              <ul className="card divide-y divide-line-soft">
                {exams.map((exam) => (
                  <li key={exam.id}>
                    <Link to={pathOf(exam.id)} className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-hover">
                      <Line of={exam} />
                      <ChevronRight aria-hidden size={18} className="shrink-0 text-mut" />
                    </Link>
                  </li>
                ))}
              </ul>
              {total > 10 ? <Pager {...pager} total={total} /> : null}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function Line({ of: exam }: { of: ExamRow }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { participants, handedIn, waiting } = exam.counts;
  return (
    <>
      {/* on a phone the states stand below the dates, which would have no room beside them */}
      <span className="flex min-w-0 flex-1 items-center gap-3 max-sm:flex-wrap max-sm:gap-y-1.5">
        <span className="min-w-0 flex-1 max-sm:basis-full">
          <span className="line-clamp-1 font-[550] text-ink-strong">{monthsOf(exam)}</span>
          <span className="block text-sm text-mut">
            {formatDateTime(exam.beginsAt, zone)} – {formatDateTime(exam.deadline, zone)} ·{" "}
            {t("exams.handedInOf", { count: handedIn, total: participants })}
          </span>
        </span>
        {waiting > 0 ? <StatusTag tone="warn">{t("exams.waiting", { total: waiting })}</StatusTag> : null}
        {exam.announcedAt ? (
          <StatusTag tone="good">{t("exams.announced")}</StatusTag>
        ) : (
          <StatusTag tone={STATUS_TONES[exam.status]}>{t(STATUS_WORDS[exam.status])}</StatusTag>
        )}
      </span>
    </>
  );
}
