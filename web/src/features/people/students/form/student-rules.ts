/** Client-side checks of a student's form (part 1 §5, D-19). */
import type { TFunction } from "i18next";
import { BIRTH_YEARS, parseDate } from "@/lib/dates";
import { parsePhone } from "@/lib/format/phone";
import type { DocumentField, StudentFormValues } from "./student-form-values";

type BirthProblem = "missing" | "format" | "noSuchDay" | "year" | "future";

/** Why a birth date will not do (R1-241, R1-257). `today`: YYYY-MM-DD at the centre. */
export function birthProblem(typed: string, today: string): BirthProblem | null {
  const text = typed.trim();
  if (!text) return "missing";
  if (!/^\d{2}\.\d{2}\.\d{4}$/.test(text)) return "format";
  const day = parseDate(text);
  if (!day) return "noSuchDay";
  const year = Number(day.slice(0, 4));
  if (year < BIRTH_YEARS.first || year > BIRTH_YEARS.last) return "year";
  return day > today ? "future" : null;
}

/** A document number as stored: without spaces, dashes and №, in capitals. */
const bare = (text: string) => text.replace(/[\s\-‐-―−№'"]/g, "").toUpperCase();
// Letters that look alike on the two keyboards (D-19).
const LETTERS = "АВСЕНКМОРТХІ";
const LATIN = "ABCEHKMOPTXI";
const latin = (text: string) => [...text].map((sign) => LATIN[LETTERS.indexOf(sign)] ?? sign).join("");

/** Documents with a wrong format (R1-238, R1-239, R1-240); empty ones are valid. A wrong check digit is the server's warning. */
export function paperProblems(
  values: Pick<StudentFormValues, DocumentField>,
): Exclude<DocumentField, "birthCertificate">[] {
  const series = latin(bare(values.passportSeries));
  const number = bare(values.passportNumber);
  const passport = series !== "" || number !== "";
  const wrong = {
    passportSeries: passport && !/^[A-Z]{2}$/.test(series),
    passportNumber: passport && !/^\d{7}$/.test(number),
    personalId: bare(values.personalId) !== "" && !/^\d{14}$/.test(bare(values.personalId).replace(/\.0$/, "")),
  };
  return (Object.keys(wrong) as (keyof typeof wrong)[]).filter((name) => wrong[name]);
}

export function validateStudent(values: StudentFormValues, today: string, t: TFunction) {
  const born = birthProblem(values.birthDate, today);
  const papers = paperProblems(values);
  return {
    phoneNumber: values.phoneNumber.trim() && !parsePhone(values.phoneNumber) ? t("student.phoneWrong") : undefined,
    birthDate: born ? t(`student.born.${born}`) : undefined,
    officeIds: values.officeIds ? undefined : t("form.required"),
    ...Object.fromEntries(papers.map((paper) => [paper, t(`student.paperWrong.${paper}`)])),
  };
}
