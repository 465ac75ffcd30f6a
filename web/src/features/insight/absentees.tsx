/** Today's absentees by lesson; copied as text with phones, of one lesson or of the day. */
import { Copy } from "lucide-react";
import { Fragment, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Today } from "@/api/types";
import { formatPhone } from "@/lib/format/phone";
import { Button } from "@/ui/controls/button";
import { CopyButton, copyText } from "@/ui/controls/copy-button";
import { showDone } from "@/ui/feedback/toast";
import { absenteeText, byLesson, reasonLabel } from "./absentee-text";
import { Row, Rows, Section } from "./section";

export function Absentees({ absentees, today }: { absentees: NonNullable<Today["absentees"]>; today: Today }) {
  const { t } = useTranslation();
  const lessons = useMemo(() => byLesson(absentees.students), [absentees.students]);
  if (absentees.total === 0) return null;
  const copy = async () => {
    await copyText(absenteeText(lessons, today.date, t));
    showDone(t("kit.copied"));
  };
  return (
    <Section
      title={t("today.absentees")}
      total={absentees.total}
      shown={absentees.students.length}
      actions={
        <Button size="small" icon={Copy} onClick={() => void copy()}>
          {t("today.copyAll")}
        </Button>
      }
    >
      <Rows>
        {lessons.map((lesson) => (
          <Row
            key={lesson.lessonId}
            action={
              <CopyButton
                text={absenteeText([lesson], today.date, t)}
                label={`${t("today.copyOne")}: ${lesson.group}, ${lesson.beginTime}`}
              />
            }
          >
            <span className="font-[550] text-ink-strong">
              {lesson.group}, {lesson.beginTime}
            </span>
            <ul className="text-sm text-ink-soft">
              {lesson.students.map((one) => (
                <li key={one.studentId}>
                  {one.fullName}
                  {[one.phone ? formatPhone(one.phone) : "", reasonLabel(one.reason, t, one.reasonIsDefault)]
                    .filter(Boolean)
                    .map((fact) => (
                      <Fragment key={fact}>
                        {" · "}
                        <span className="whitespace-nowrap">{fact}</span>
                      </Fragment>
                    ))}
                </li>
              ))}
            </ul>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
