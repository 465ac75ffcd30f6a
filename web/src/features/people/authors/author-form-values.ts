/** Form values of an author, all strings, and the requests made from them. */
import type { Body } from "@/api/request";
import type { AuthorCard } from "@/api/types";
import { formatPhone, parsePhone } from "@/lib/format/phone";

export const PERSON_FIELDS = ["lastName", "firstName", "middleName", "gender", "phoneNumber", "courseIds"] as const;
export const NEW_FIELDS = [...PERSON_FIELDS, "login", "roleId", "officeIds"] as const;
export type AuthorFormValues = Record<(typeof NEW_FIELDS)[number], string>;

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join(",");
const numbers = (text: string) => text.split(",").filter(Boolean).map(Number);
const genderOf = (text: string): 1 | 2 | null => (text === "1" ? 1 : text === "2" ? 2 : null);

export const emptyFormValues = (officeIds: readonly number[]): AuthorFormValues => ({
  lastName: "",
  firstName: "",
  middleName: "",
  gender: "",
  phoneNumber: "",
  courseIds: "",
  login: "",
  roleId: "",
  officeIds: sorted(officeIds),
});

export const toFormValues = (author: AuthorCard): AuthorFormValues => ({
  ...emptyFormValues([]),
  lastName: author.lastName,
  firstName: author.firstName,
  middleName: author.middleName ?? "",
  gender: author.gender ? String(author.gender) : "",
  phoneNumber: formatPhone(author.phoneNumber ?? ""),
  courseIds: sorted(author.courses.map((course) => course.id)),
});

/** An invalid phone is sent as typed: the server reports the error. */
function personOf(values: AuthorFormValues) {
  const phone = values.phoneNumber.trim();
  return {
    firstName: values.firstName,
    lastName: values.lastName,
    middleName: values.middleName,
    gender: genderOf(values.gender),
    phoneNumber: phone ? (parsePhone(phone) ?? phone) : null,
    courseIds: numbers(values.courseIds),
  };
}

export const toCreateRequest = (values: AuthorFormValues): Body<"post", "/authors"> => ({
  ...personOf(values),
  login: values.login.trim(),
  roleId: Number(values.roleId),
  officeIds: numbers(values.officeIds),
});

export const toUpdateRequest = (
  values: AuthorFormValues,
  version: number,
  author = true,
): Body<"put", "/authors/{id}"> => ({
  ...personOf(values),
  version,
  author,
});
