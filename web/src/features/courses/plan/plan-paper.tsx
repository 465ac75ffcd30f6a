/** The plan of a course on paper: every month with its topics, lessons and homework. */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { formatDate, todayIn } from "@/lib/dates";
import { PrintArea } from "@/ui/display/print-area";
import type { CourseCard, Curriculum } from "../course-types";
import { countsOf, isEnded } from "./plan-model";

export function PlanPaper({ course, plan }: { course: CourseCard; plan: Curriculum }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <PrintArea>
      <h1>{course.name}</h1>
      <p>
        {[course.category?.name, t("courses.plan.printed", { day: formatDate(todayIn(zone)) })]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <table>
        <thead>
          <tr>
            <th>№</th>
            <th>{t("courses.topic")}</th>
            <th>{t("courses.plan.homework")}</th>
          </tr>
        </thead>
        <tbody>
          {plan.months.map((month) => (
            <Fragment key={month.id}>
              <tr>
                <th colSpan={3}>
                  {month.name} · {t("courses.lessonCount", { count: month.lessons })} ·{" "}
                  {t("courses.topicCount", { count: countsOf(month).topics })}
                </th>
              </tr>
              {month.topics
                .filter((topic) => !isEnded(topic))
                .map((topic) => (
                  <tr key={topic.id}>
                    <td>{topic.number}</td>
                    <td>{topic.name}</td>
                    <td>{topic.homework || "—"}</td>
                  </tr>
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </PrintArea>
  );
}
