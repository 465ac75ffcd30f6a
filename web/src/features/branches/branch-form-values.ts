/** A branch as its form holds it, and the rules that the server has too. */
import type { TFunction } from "i18next";
import type { HeadOffice, Office } from "@/api/types";
import type { Option } from "@/ui/popover/option";

export interface BranchFormValues {
  hOfficeId: string;
  name: string;
  [field: string]: string;
}

export const toFormValues = (office: Office | undefined): BranchFormValues => ({
  hOfficeId: office?.hOffice ? String(office.hOffice.id) : "",
  name: office?.name ?? "",
});

/** R1-236: a head office that already has a branch can't be chosen again. */
export function headOfficeOptions(
  heads: readonly HeadOffice[],
  office: Office | undefined,
  t: TFunction,
): Option<string>[] {
  const own = office?.hOffice;
  const all = own && !heads.some((head) => head.id === own.id) ? [own, ...heads] : heads;
  return all.map((head) => ({
    value: String(head.id),
    label: head.name,
    ...(head.isRelated && head.id !== own?.id ? { disabled: true, hint: t("branches.related") } : {}),
  }));
}

/** R1-230: a new branch belongs to a head office. Limits of the name come from the server's form. */
export function validateBranch(values: BranchFormValues, fresh: boolean, t: TFunction): { hOfficeId?: string } {
  return fresh && values.hOfficeId === "" ? { hOfficeId: t("branches.headOfficeRequired") } : {};
}

/** R1-234: choosing a head office fills in the name, unless another one was typed. */
export function prefillName(name: string, filled: string, chosen: string): string {
  return name.trim() === "" || name === filled ? chosen : name;
}
