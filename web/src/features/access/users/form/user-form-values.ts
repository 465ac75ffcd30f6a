/** Form values of an account, all strings, and the requests made from them. */
import type { Body } from "@/api/request";
import type { StaffCard } from "@/api/types";
import { STAFF_ROLE } from "@/entities/access/choices";
import { formatPhone, parsePhone } from "@/lib/format/phone";

export const FIELDS = [
  "lastName",
  "firstName",
  "middleName",
  "gender",
  "phoneNumber",
  "login",
  "roleId",
  "officeIds",
  "allOffices",
  "workStatus",
  "author",
] as const;
export type UserField = (typeof FIELDS)[number];
export type UserFormValues = Record<UserField, string>;

const yes = (is: boolean) => (is ? "yes" : "");
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join(",");

export const emptyValues = (roleId: string, officeIds: readonly number[]): UserFormValues => ({
  lastName: "",
  firstName: "",
  middleName: "",
  gender: "",
  phoneNumber: "",
  login: "",
  roleId,
  officeIds: sorted(officeIds),
  allOffices: "",
  workStatus: "1",
  author: "",
});

export const toFormValues = (user: StaffCard): UserFormValues => ({
  lastName: user.lastName,
  firstName: user.firstName,
  middleName: user.middleName ?? "",
  gender: user.gender ? String(user.gender) : "",
  phoneNumber: formatPhone(user.phoneNumber ?? ""),
  login: user.login,
  roleId: String(user.role.id),
  officeIds: sorted(user.offices.map((office) => office.id)),
  allOffices: yes(user.allOffices),
  workStatus: String(user.workStatus),
  author: yes(user.author),
});

const one = (text: string): 1 | 2 | null => (text === "1" ? 1 : text === "2" ? 2 : null);

/** An invalid phone is sent as typed: the server reports the error. */
function toRequest(values: UserFormValues) {
  const phone = values.phoneNumber.trim();
  return {
    login: values.login.trim(),
    firstName: values.firstName,
    lastName: values.lastName,
    middleName: values.middleName,
    gender: one(values.gender),
    phoneNumber: phone ? (parsePhone(phone) ?? phone) : null,
    roleId: Number(values.roleId),
    officeIds: values.officeIds.split(",").filter(Boolean).map(Number),
    allOffices: values.allOffices === "yes",
    author: values.author === "yes",
  };
}

export const toCreateRequest = (values: UserFormValues, type: number): Body<"post", "/users/create"> => ({
  ...toRequest(values),
  type: type === STAFF_ROLE ? 1 : 2,
});

export const toUpdateRequest = (
  values: UserFormValues,
  version: number,
): Body<"put", "/users/{kind}/{user_id}/update"> => ({
  ...toRequest(values),
  workStatus: one(values.workStatus) ?? 1,
  version,
});
