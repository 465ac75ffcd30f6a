/** The participants of an exam, ten a page: searched, filtered, each leading to the work (R2-038, R2-467). */
import { ClipboardCheck, ScrollText } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { RESULT_TONES, RESULT_WORDS, resultPath } from "@/entities/exams/exam-result";
import type { TabProps } from "@/entities/groups/group-tabs";
import { otherHolder } from "@/entities/homework/claim";
import { PersonCell } from "@/entities/people/person-cell";
import { nameOf } from "@/entities/people/person-name";
import { formatDateTime } from "@/lib/dates";
import { usePhone } from "@/lib/use-phone";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { SearchBox } from "@/ui/list/filters/search-box";
import { usePagedAddress } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { CardBody, Cards } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { Pager } from "@/ui/table/pager";
import { RowMenu } from "@/ui/table/row-menu";
import { chatPath, checksExams, type ExamCard, type WorkRow } from "./exam-paths";
import { reasonOf, useFailingReasons } from "./use-failing-reasons";

const LIST = "exam-participants";
const STANDARD_SIZE = 10;
/** Filters of the list by the value in the address. */
const SHOWN = {
  unchecked: { status: 1 },
  notHandedIn: { status: 5 },
  passed: { result: 2 },
  failed: { result: 1 },
  failedExam: { result: 4 },
  absent: { result: 3 },
} as const;
type Shown = keyof typeof SHOWN;

/** The number of each filter; null where the reader may not know it yet (H6). */
export function numbersOf({ announcedAt, counts }: Pick<ExamCard, "announcedAt" | "counts">) {
  const { participants, handedIn, waiting, checked, passed, failed, failedExam, absent } = counts;
  // an announced exam has given everybody without work and score a result: absent
  const open = checked === null ? participants - handedIn : participants - waiting - checked;
  return {
    unchecked: waiting,
    notHandedIn: announcedAt ? (absent ?? 0) : open,
    passed,
    failed: failed === null ? null : failed - (failedExam ?? 0),
    failedExam,
    absent,
  } satisfies Record<Shown, number | null>;
}

type ParticipantsProps = { at: TabProps; exam: ExamCard };

export function Participants({ at, exam }: ParticipantsProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { search, put, page, perPage, pager } = usePagedAddress(LIST, STANDARD_SIZE);
  const value = search.get("value") ?? "";
  const shown = search.get("shown") as Shown | null;
  const query = { page, perPage, ...(value ? { value } : {}), ...(shown ? SHOWN[shown] : {}) };
  const read = useRead("/exams/{id}/results", { path: { id: exam.id }, query }, { keepPreviousData: true });
  const numbers = numbersOf(exam);
  const pathOf = usePathOf(at, exam);
  const columns = useColumns(pathOf);
  const menuOf = useMenu(at, exam);
  return (
    <section aria-label={t("exams.participants")} className="card">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <SearchBox
          value={value}
          label={t("exams.searchStudent")}
          onSearch={(word) => put({ value: word })}
          className="min-w-[164px] max-w-[280px] flex-1 max-sm:max-w-none"
        />
        <div className="w-56 max-sm:w-full">
          <Select
            label={t("exams.shown")}
            value={shown ?? "all"}
            onChange={(chosen) => put({ shown: !chosen || chosen === "all" ? "" : chosen })}
            options={[
              { value: "all", label: `${t("exams.all")} · ${exam.counts.participants}` },
              ...(Object.keys(SHOWN) as Shown[])
                .filter((one) => numbers[one] !== null || one === shown)
                .map((one) => ({ value: one, label: `${t(`exams.shownOf.${one}`)} · ${numbers[one] ?? 0}` })),
            ]}
          />
        </div>
      </div>
      <Loaded of={read}>
        {({ works, total }) =>
          total === 0 ? (
            <EmptyState
              title={t(value || shown ? "exams.nobodyFound" : "exams.nobody")}
              text={value || shown ? undefined : t("exams.nobodyText")}
            />
          ) : (
            <div className={read.isPlaceholder ? "opacity-60" : ""}>
              {phone ? (
                <div className="p-2">
                  <Cards
                    caption={t("exams.participants")}
                    rows={works}
                    rowId={(work) => work.id}
                    href={pathOf}
                    card={(work) => <WorkCard work={work} />}
                  />
                </div>
              ) : (
                <DataTable
                  caption={t("exams.participants")}
                  rows={works}
                  rowId={(work) => work.id}
                  columns={columns}
                  page={page}
                  perPage={perPage}
                  actions={menuOf}
                />
              )}
              {total > STANDARD_SIZE || page > 1 ? <Pager {...pager} total={total} /> : null}
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

/** Work is checked until the announcement; afterwards its result is read, and corrected with a reason. */
function usePathOf(at: TabProps, exam: ExamCard): (work: WorkRow) => string {
  const checks = useCan(checksExams(at.audience), "update");
  return (work) => (checks && !exam.announcedAt ? chatPath(at, exam.id, work) : resultPath(at, work.id));
}

function useMenu(at: TabProps, exam: ExamCard) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const checks = useCan(checksExams(at.audience));
  return (work: WorkRow) => (
    <RowMenu
      name={nameOf(work, t)}
      actions={[
        ...(checks
          ? [
              {
                label: t(exam.announcedAt ? "exams.chat" : "exams.check"),
                icon: ClipboardCheck,
                run: () => void navigate(chatPath(at, exam.id, work)),
              },
            ]
          : []),
        { label: t("exams.result"), icon: ScrollText, run: () => void navigate(resultPath(at, work.id)) },
      ]}
    />
  );
}

function useColumns(pathOf: (work: WorkRow) => string): readonly Column<WorkRow>[] {
  const { t } = useTranslation();
  const zone = useZone();
  const note = useNote();
  return useMemo(
    () => [
      {
        id: "fullName",
        header: t("exams.columns.student"),
        fixed: true,
        grows: true,
        cell: (work) => (
          <PersonCell
            name={work.fullName}
            id={work.studentId}
            photo={work.photo}
            detail={[work.hId, work.left ? t("exams.left") : null].filter(Boolean).join(" · ")}
            to={pathOf(work)}
          />
        ),
      },
      {
        id: "handedInAt",
        header: t("exams.columns.handedIn"),
        cell: (work) => (
          <span className="tabular-nums text-mut">{work.handedInAt ? formatDateTime(work.handedInAt, zone) : "—"}</span>
        ),
      },
      {
        id: "score",
        header: t("exams.columns.score"),
        align: "right",
        cell: (work) => <span className="font-[650] tabular-nums">{work.score ?? "—"}</span>,
      },
      { id: "result", header: t("exams.columns.result"), cell: (work) => <ResultTag work={work} /> },
      { id: "note", header: t("exams.columns.note"), shrinks: 160, cell: note },
    ],
    [t, zone, pathOf, note],
  );
}

/** Why it failed, or who has it open. */
function useNote(): (work: WorkRow) => string {
  const { t } = useTranslation();
  const reasons = useFailingReasons();
  return useMemo(
    () => (work) =>
      [
        reasonOf(work, reasons),
        otherHolder(work) ? t("exams.openedBy", { name: otherHolder(work) ?? "" }) : null,
        work.isLate ? t("checking.late") : null,
      ]
        .filter(Boolean)
        .join(" · "),
    [t, reasons],
  );
}

function WorkCard({ work }: { work: WorkRow }) {
  const zone = useZone();
  const note = useNote();
  const line = [work.handedInAt ? formatDateTime(work.handedInAt, zone) : null, note(work)].filter(Boolean).join(" · ");
  return (
    <CardBody
      lead={<Avatar name={work.fullName} id={work.studentId} photo={work.photo} />}
      title={work.fullName}
      line={line}
      aside={
        <span className="grid shrink-0 justify-items-end gap-1">
          {work.score === null ? null : <span className="font-[650] tabular-nums">{work.score}</span>}
          <ResultTag work={work} />
        </span>
      }
    />
  );
}

function ResultTag({ work }: { work: WorkRow }) {
  const { t } = useTranslation();
  if (work.result) return <StatusTag tone={RESULT_TONES[work.result]}>{t(RESULT_WORDS[work.result])}</StatusTag>;
  if (otherHolder(work)) return <StatusTag tone="info">{t("exams.beingChecked")}</StatusTag>;
  return (
    <StatusTag tone={work.attempts > 0 ? "warn" : "quiet"}>
      {t(work.attempts > 0 ? "exams.unchecked" : "exams.nothingHandedIn")}
    </StatusTag>
  );
}
