/** The work of a class in parts by status, what waits first; each leads to its chat. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import { EmptyCard } from "@/ui/feedback/states";
import { chatPath, checksHomework, type GroupAddress, type HomeworkCard, type WorkRow } from "../homework-paths";
import { CHECKING, SECTIONS, TONES, UNCOMPLETED, WORDS } from "../work-status";

type WorksProps = { at: GroupAddress; homework: HomeworkCard; works: readonly WorkRow[] };

export function Works({ at, homework, works }: WorksProps) {
  const { t } = useTranslation();
  if (works.length === 0) return <EmptyCard title={t("homework.nobody")} text={t("homework.nobodyText")} />;
  return (
    <div className="grid grid-cols-1 gap-5">
      {SECTIONS.map(({ key, of }) => {
        const some = works.filter(({ status }) => of.includes(status));
        if (some.length === 0) return null;
        const title = t(`homework.parts.${key}`);
        return (
          <section key={key} aria-label={title}>
            <h2 className="mb-2 text-base font-[650] text-ink-strong">
              {title} <span className="ml-1 font-normal text-mut tabular-nums">{some.length}</span>
            </h2>
            <ul className="card divide-y divide-line-soft">
              {some.map((work) => (
                <Work key={work.submissionId} at={at} homework={homework} work={work} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Work({ at, homework, work }: { at: GroupAddress; homework: HomeworkCard; work: WorkRow }) {
  const opens = useCan(checksHomework(at.audience)) && work.attempts > 0;
  const row = <WorkLine work={work} />;
  const line = "flex min-h-14 items-center gap-3 px-4 py-2";
  return (
    <li>
      {opens ? (
        <Link
          to={chatPath(at, { id: homework.id, lessonId: homework.lesson.id }, work)}
          className={`${line} hover:bg-hover`}
        >
          {row}
        </Link>
      ) : (
        <div className={line}>{row}</div>
      )}
    </li>
  );
}

function WorkLine({ work }: { work: WorkRow }) {
  const { t } = useTranslation();
  const zone = useZone();
  const facts = [
    work.variant === null ? null : t("homework.variant", { letter: work.variant }),
    work.handedInAt ? t("homework.handedInAt", { when: formatDateTime(work.handedInAt, zone) }) : null,
    work.status === UNCOMPLETED ? t("homework.until", { when: formatDateTime(work.dueAt, zone) }) : null,
    work.attempts > 1 ? t("homework.attempt", { number: work.attempts }) : null,
    work.status === CHECKING && work.holder ? t("homework.openedBy", { name: work.holder }) : null,
    work.checkedBy && work.score !== null ? t("homework.checkedBy", { name: work.checkedBy }) : null,
  ].filter(Boolean);
  return (
    <>
      <Avatar name={work.fullName} id={work.studentId} photo={work.photo} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-[550] text-ink-strong">{work.fullName}</span>
        <span className="block text-xs text-mut">{facts.join(" · ")}</span>
      </span>
      {work.late ? <StatusTag tone="warn">{t("homework.late")}</StatusTag> : null}
      {work.status === CHECKING ? <StatusTag tone={TONES[CHECKING]}>{t(WORDS[CHECKING])}</StatusTag> : null}
      {work.score === null ? null : (
        <span className="w-9 text-right text-base font-[650] tabular-nums" title={t("homework.score")}>
          {work.score}
        </span>
      )}
    </>
  );
}
