/** Today's absentees by lesson: told by SMS, or copied as text with phones, of one lesson or of the day. */
import { Copy } from "lucide-react";
import { Fragment, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { Absentee, Today } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { isUntold, SHOWN_FROM } from "@/entities/attendance/absence-sms/absence-sms";
import { SmsLine } from "@/entities/attendance/absence-sms/sms-line";
import { TellAbsent } from "@/entities/attendance/absence-sms/tell-absent";
import { formatPhone } from "@/lib/format/phone";
import { Button } from "@/ui/controls/button";
import { CopyButton, copyText } from "@/ui/controls/copy-button";
import { showDone } from "@/ui/feedback/toast";
import { absenteeText, byLesson, reasonLabel } from "./absentee-text";
import { Row, Rows, Section } from "./section";

const ABSENTEES = "absentees";
const THIRD = "third";

export function Absentees({ absentees, today }: { absentees: NonNullable<Today["absentees"]>; today: Today }) {
  const { t } = useTranslation();
  const [onlyThird, showThird] = useOnlyThird();
  const { students } = absentees;
  const third = students.filter(({ absences }) => absences >= SHOWN_FROM);
  const shown = onlyThird ? third : students;
  const lessons = useMemo(() => byLesson(shown), [shown]);
  if (absentees.total === 0) return null;
  const copy = async () => {
    await copyText(absenteeText(lessons, today.date, t));
    showDone(t("kit.copied"));
  };
  const untold = lessons.filter((lesson) => lesson.students.some(isUntold));
  return (
    <Section
      title={t("today.absentees")}
      total={absentees.total}
      shown={students.length}
      actions={
        <>
          {onlyThird ? null : (
            <TellAbsent
              audience={today.audience}
              lessonIds={untold.map(({ lessonId }) => lessonId)}
              count={students.filter(isUntold).length}
            />
          )}
          <Button size="small" icon={Copy} onClick={() => void copy()}>
            {t("today.copyAll")}
          </Button>
        </>
      }
    >
      {third.length > 0 || onlyThird ? (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-1.5 max-sm:px-3">
          <Button
            size="small"
            look={onlyThird ? "plain" : "quiet"}
            aria-pressed={onlyThird}
            onClick={() => showThird(!onlyThird)}
          >
            {t("absences.third")} <span className="font-normal text-mut">{third.length}</span>
          </Button>
          <AllInARow />
        </div>
      ) : null}
      <Rows>
        {lessons.map((lesson) => (
          <Row
            key={lesson.lessonId}
            action={
              <>
                {onlyThird ? null : (
                  <TellAbsent
                    audience={today.audience}
                    lessonIds={[lesson.lessonId]}
                    count={lesson.students.filter(isUntold).length}
                    name={`${lesson.group}, ${lesson.beginTime}`}
                  />
                )}
                <CopyButton
                  text={absenteeText([lesson], today.date, t)}
                  label={`${t("today.copyOne")}: ${lesson.group}, ${lesson.beginTime}`}
                />
              </>
            }
          >
            <span className="font-[550] text-ink-strong">
              {lesson.group}, {lesson.beginTime}
            </span>
            <ul className="text-sm text-ink-soft">
              {lesson.students.map((one) => (
                <li key={one.studentId}>
                  {one.fullName}
                  <Facts of={one} />
                </li>
              ))}
            </ul>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

/** Phone, reason, absences in a row, and what became of the message. */
function Facts({ of: one }: { of: Absentee }) {
  const { t } = useTranslation();
  const facts = [one.phone ? formatPhone(one.phone) : "", reasonLabel(one.reason, t, one.reasonIsDefault)];
  return (
    <>
      {facts.filter(Boolean).map((fact) => (
        <Fragment key={fact}>
          {" · "}
          <span className="whitespace-nowrap">{fact}</span>
        </Fragment>
      ))}
      {one.absences >= SHOWN_FROM ? (
        <>
          {" · "}
          <b className="font-[550] whitespace-nowrap text-bad">{t("absences.inARow", { count: one.absences })}</b>
        </>
      ) : null}
      {one.sms ? (
        <>
          {" · "}
          <SmsLine sms={one.sms} />
        </>
      ) : null}
    </>
  );
}

/** The list of the study department: those of other days too. */
function AllInARow() {
  const { t } = useTranslation();
  const opens = useCan("all_groups:attendance");
  if (!opens) return null;
  return (
    <Link
      to="/absences"
      className="text-sm text-ink-soft underline hover:text-ink max-sm:min-h-11 max-sm:content-center"
    >
      {t("absences.openList")}
    </Link>
  );
}

/** Whether only third absences in a row are shown, from the address. */
function useOnlyThird(): [boolean, (only: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (only: boolean) =>
    setSearch(
      (before) => {
        if (only) before.set(ABSENTEES, THIRD);
        else before.delete(ABSENTEES);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get(ABSENTEES) === THIRD, choose];
}
