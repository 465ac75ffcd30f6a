/** A role as its form holds it: words, so that what another person wrote meanwhile can be compared (D-8). */
import type { Body } from "@/api/request";
import type { RoleDetail } from "@/api/types";
import { type Grants, readBack, written } from "./permissions/permission-tree";

export type Values = { name: string; type: string; number: string; permissions: string };
export type RoleBody = Body<"post", "/roles">;

export const EMPTY: Values = { name: "", type: "1", number: "", permissions: written({}) };

export function valuesOf(role: Pick<RoleDetail, "name" | "type" | "number" | "permissions">): Values {
  const { name, type, number, permissions } = role;
  return { name, type: String(type), number: number === null ? "" : String(number), permissions: written(permissions) };
}

export function bodyOf({ name, type, number, permissions }: Values): RoleBody {
  return {
    name: name.trim(),
    type: Number(type) as RoleBody["type"],
    number: number === "" ? null : (Number(number) as NonNullable<RoleBody["number"]>),
    permissions: readBack(permissions) as { [key: string]: ("create" | "read" | "update" | "delete")[] },
  };
}

export const grantsIn = (values: Values): Grants => readBack(values.permissions);
