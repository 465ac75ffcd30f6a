/** Form values of a role: strings, so that concurrent changes can be compared (D-8). */
import type { Body } from "@/api/request";
import type { RoleDetail } from "@/api/types";
import { type Grants, parseGrants, serializeGrants } from "./permissions/permission-tree";

export type RoleFormValues = { name: string; type: string; number: string; permissions: string };
export type RoleBody = Body<"post", "/roles">;

export const EMPTY_ROLE: RoleFormValues = { name: "", type: "1", number: "", permissions: serializeGrants({}) };

export function toFormValues(role: Pick<RoleDetail, "name" | "type" | "number" | "permissions">): RoleFormValues {
  const { name, type, number, permissions } = role;
  return {
    name,
    type: String(type),
    number: number === null ? "" : String(number),
    permissions: serializeGrants(permissions),
  };
}

export function toRequest({ name, type, number, permissions }: RoleFormValues): RoleBody {
  return {
    name: name.trim(),
    type: Number(type) as RoleBody["type"],
    number: number === "" ? null : (Number(number) as NonNullable<RoleBody["number"]>),
    permissions: parseGrants(permissions) as { [key: string]: ("create" | "read" | "update" | "delete")[] },
  };
}

export const grantsIn = (values: RoleFormValues): Grants => parseGrants(values.permissions);
