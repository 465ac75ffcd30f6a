import { useTranslation } from "react-i18next";
import type { StudentCard } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { formatDate, todayIn } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { CopyButton } from "@/ui/controls/copy-button";
import { Fact, Facts } from "@/ui/display/fact";
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
  const schoolNote = (field: StickyField) => <SchoolValue student={student} field={field} />;
  return (
    <Facts>
      <Fact name={t("students.lastName")} value={student.lastName} note={schoolNote("lastName")} />
      <Fact name={t("students.firstName")} value={student.firstName} note={schoolNote("firstName")} />
      <Fact name={t("students.middleName")} value={student.middleName} note={schoolNote("middleName")} />
      <Fact
        name={t("students.gender")}
        value={student.gender && t(student.gender === 1 ? "students.male" : "students.female")}
        note={schoolNote("gender")}
      />
      <Fact
        name={t("students.birthDate")}
        value={born && `${formatDate(born)} (${t("students.age", { years: ageOn(born, today) })})`}
        note={schoolNote("birthDate")}
      />
      <Fact name={t("students.columns.createdAt")} value={formatDate(student.createdAt, zone)} />
      {student.mobile === student.phoneNumber ? null : (
        <Fact name={t("students.mobile")} value={<Phone digits={student.mobile} />} />
      )}
      <Fact
        name={t("students.phone")}
        value={<Phone digits={student.phoneNumber} />}
        note={schoolNote("phoneNumber")}
      />
      <Fact name={t("students.login")} value={student.login} copy={student.login} />
      {unknownWord ? (
        <Fact
          name={t("students.schoolStatus")}
          value={t("students.schoolWord", { word: unknownWord })}
          note={<dd className="text-xs text-mut">{t("students.schoolWordHint")}</dd>}
        />
      ) : null}
      {student.blockReason ? <Fact name={t("students.blockReason")} value={student.blockReason} wide /> : null}
      <Fact name={t("fields.office_ids")} value={branchNames(student)} wide />
      <Fact
        name={t("students.columns.categories")}
        value={student.categories.map((category) => category.hName).join(", ")}
        wide
      />
    </Facts>
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
