/** Form values of a student, all strings, and the requests made from them (D-49, D-58). */
import type { Body } from "@/api/request";
import type { StudentCard } from "@/api/types";
import { photoId } from "@/entities/people/photo/photo-field";
import { formatDate, parseDate } from "@/lib/dates";
import { formatPhone, parsePhone } from "@/lib/format/phone";

export const DOCUMENTS = ["passportSeries", "passportNumber", "personalId", "birthCertificate"] as const;
export type DocumentField = (typeof DOCUMENTS)[number];
export const FIELDS = [
  "lastName",
  "firstName",
  "middleName",
  "gender",
  "birthDate",
  "phoneNumber",
  "officeIds",
  "login",
  "photo",
  ...DOCUMENTS,
] as const;
export type StudentField = (typeof FIELDS)[number];
export type StudentFormValues = Record<StudentField, string>;

/** Fields that the school may report differently (D-49). */
export const STICKY_FIELDS = ["lastName", "firstName", "middleName", "phoneNumber", "gender", "birthDate"] as const;
export type StickyField = (typeof STICKY_FIELDS)[number];

const NO_PAPERS: Record<DocumentField, string> = {
  passportSeries: "",
  passportNumber: "",
  personalId: "",
  birthCertificate: "",
};
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join(",");

export const emptyValues = (officeIds: readonly number[]): StudentFormValues => ({
  lastName: "",
  firstName: "",
  middleName: "",
  gender: "",
  birthDate: "",
  phoneNumber: "",
  officeIds: sorted(officeIds),
  login: "",
  photo: "",
  ...NO_PAPERS,
});

/** Documents are masked on the card: their fields begin empty, and are sent only where they were revealed. */
export const toFormValues = (student: StudentCard): StudentFormValues => ({
  lastName: student.lastName,
  firstName: student.firstName,
  middleName: student.middleName ?? "",
  gender: student.gender ? String(student.gender) : "",
  birthDate: formatDate(student.birthDate),
  phoneNumber: formatPhone(student.phoneNumber ?? ""),
  officeIds: sorted(student.offices.map((office) => office.id)),
  login: student.login ?? "",
  photo: "",
  ...NO_PAPERS,
});

const genderOf = (text: string): 1 | 2 | null => (text === "1" ? 1 : text === "2" ? 2 : null);

/** An invalid phone or date is sent as typed: the server reports the error. */
function personOf(values: StudentFormValues) {
  const phone = values.phoneNumber.trim();
  const born = values.birthDate.trim();
  return {
    firstName: values.firstName,
    lastName: values.lastName,
    middleName: values.middleName,
    gender: genderOf(values.gender),
    birthDate: parseDate(born) ?? born,
    phoneNumber: phone ? (parsePhone(phone) ?? phone) : "",
    officeIds: values.officeIds.split(",").filter(Boolean).map(Number),
  };
}

const papersOf = (values: StudentFormValues) => ({
  passportSeries: values.passportSeries,
  passportNumber: values.passportNumber,
  personalId: values.personalId,
  birthCertificate: values.birthCertificate,
});

function more(values: StudentFormValues, withPapers: boolean) {
  const photo = photoId(values.photo);
  return { ...(photo === undefined ? {} : { photo }), ...(withPapers ? { papers: papersOf(values) } : {}) };
}

export const toCreateRequest = (values: StudentFormValues): Body<"post", "/students"> => ({
  ...personOf(values),
  ...more(
    values,
    DOCUMENTS.some((paper) => values[paper].trim()),
  ),
  login: values.login.trim(),
});

export const toUpdateRequest = (
  values: StudentFormValues,
  version: number,
  withPapers: boolean,
): Body<"put", "/students/{id}/update"> => ({ ...personOf(values), ...more(values, withPapers), version });

/** Request of the duplicate check; unchanged values of an existing student (`before`) are left out. */
export function toCheckRequest(
  values: StudentFormValues,
  withPapers: boolean,
  before?: StudentFormValues,
): Body<"post", "/students/check"> {
  const asBefore = (...fields: (keyof StudentFormValues)[]) =>
    fields.every((field) => values[field] === before?.[field]);
  const sameName = asBefore("firstName", "lastName", "birthDate");
  return {
    ...personOf(values),
    ...(asBefore("phoneNumber") ? { phoneNumber: "" } : {}),
    // Documents imply a birth date too
    ...(withPapers ? { papers: papersOf(values) } : sameName ? { birthDate: "" } : {}),
  };
}

/** Names and phone alone, as they were. */
export function toProfileRequest(
  values: StudentFormValues,
  version: number,
): Body<"put", "/students/{id}/update-profile"> {
  const { firstName, lastName, middleName, phoneNumber } = personOf(values);
  return { firstName, lastName, middleName, phoneNumber: phoneNumber || null, version };
}
