/** Class list and login slips on A4. */
import { useTranslation } from "react-i18next";
import type { StudentRow } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { formatDate, todayIn } from "@/lib/dates";
import { phoneOf } from "./printout-text";

export function ClassList({ title, rows }: { title: string; rows: readonly StudentRow[] }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <>
      <h1>{title}</h1>
      <p>{[formatDate(todayIn(zone)), t("many.people", { count: rows.length })].join(" · ")}</p>
      <table>
        <thead>
          <tr>
            <th>{t("table.number")}</th>
            <th>{t("students.columns.fullName")}</th>
            <th>{t("students.phone")}</th>
            <th className="signature">{t("many.signature")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((student, place) => (
            <tr key={student.id}>
              <td>{place + 1}</td>
              <td>{student.fullName}</td>
              <td>{phoneOf(student)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** No password is printed: the console stores none; there is room to write one. */
export function LoginSlips({ rows }: { rows: readonly StudentRow[] }) {
  const { t } = useTranslation();
  return (
    <div className="slips">
      {rows.map((student) => (
        <section key={student.id}>
          <h2>{student.fullName}</h2>
          <p>
            {t("students.login")}: <strong>{student.login ?? "—"}</strong>
          </p>
          <p>{t("many.passwordLine")}: ______________________</p>
        </section>
      ))}
    </div>
  );
}
