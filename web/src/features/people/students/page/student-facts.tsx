import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { StudentCard } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { formatDate, todayIn } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { CopyButton } from "@/ui/controls/copy-button";
import type { StickyField } from "../form/student-form-values";
import { branchNames } from "../student-labels";
import { SchoolValue } from "./school-value";

/** Plain facts about a student; unknown ones are a dash. */
export function StudentFacts({ student }: { student: StudentCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const born = student.birthDate;
  // A known status has a tag; the school's own term is shown as it came.
  const unknownWord = student.status ? "" : student.schoolStatus.trim();
  const today = todayIn(zone);
  const mark = (field: StickyField) => <SchoolValue student={student} field={field} />;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Fact name={t("students.lastName")} value={student.lastName} mark={mark("lastName")} />
      <Fact name={t("students.firstName")} value={student.firstName} mark={mark("firstName")} />
      <Fact name={t("students.middleName")} value={student.middleName} mark={mark("middleName")} />
      <Fact
        name={t("students.gender")}
        value={student.gender && t(student.gender === 1 ? "students.male" : "students.female")}
        mark={mark("gender")}
      />
      <Fact
        name={t("students.birthDate")}
        value={born && `${formatDate(born)} (${t("students.age", { years: ageOn(born, today) })})`}
        mark={mark("birthDate")}
      />
      <Fact name={t("students.columns.createdAt")} value={formatDate(student.createdAt, zone)} />
      {student.mobile === student.phoneNumber ? null : (
        <Fact name={t("students.mobile")} value={<Phone digits={student.mobile} />} />
      )}
      <Fact name={t("students.phone")} value={<Phone digits={student.phoneNumber} />} mark={mark("phoneNumber")} />
      <Fact name={t("students.login")} value={student.login} copy={student.login} />
      {unknownWord ? (
        <Fact
          name={t("students.schoolStatus")}
          value={t("students.schoolWord", { word: unknownWord })}
          mark={<dd className="text-xs text-mut">{t("students.schoolWordHint")}</dd>}
        />
      ) : null}
      {student.blockReason ? <Fact name={t("students.blockReason")} value={student.blockReason} wide /> : null}
      <Fact name={t("students.columns.offices")} value={branchNames(student)} wide />
      <Fact
        name={t("students.columns.categories")}
        value={student.categories.map((category) => category.hName).join(", ")}
        wide
      />
    </dl>
  );
}

export function Fact({
  name,
  value,
  copy,
  wide,
  mark,
}: {
  name: string;
  value: ReactNode;
  copy?: string | null;
  wide?: boolean;
  /** A remark under the value. */
  mark?: ReactNode;
}) {
  return (
    <div className={wide ? "col-span-2 min-w-0" : "min-w-0"}>
      <dt className="text-xs text-mut">{name}</dt>
      <dd className="flex min-h-5 items-center gap-1 text-base [overflow-wrap:anywhere]">
        {value || "—"}
        {copy ? <CopyButton text={copy} /> : null}
      </dd>
      {mark}
    </div>
  );
}

/** Called by a touch, copied by a click. */
function Phone({ digits }: { digits: string | null }) {
  if (!digits) return "—";
  return (
    <>
      <a
        href={`tel:+${digits.replace(/\D/g, "")}`}
        className="inline-flex items-center whitespace-nowrap hover:underline max-sm:min-h-11"
      >
        {formatPhone(digits)}
      </a>
      <span className="max-sm:hidden">
        <CopyButton text={digits} />
      </span>
    </>
  );
}

/** Full years from a birth date to a day, both YYYY-MM-DD. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
