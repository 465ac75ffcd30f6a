/** A list on paper, as plain text: columns parted by tabs, so that it pastes into a spreadsheet too. */
import type { StudentRow } from "@/api/types";

export type Printout = "classList" | "slips";

export const phoneOf = (student: StudentRow): string => student.mobile ?? student.phoneNumber ?? "";

export function printoutText(paper: Printout, rows: readonly StudentRow[]): string {
  const line = (student: StudentRow, place: number) =>
    paper === "classList"
      ? [place + 1, student.fullName, phoneOf(student)].join("\t")
      : [student.fullName, student.login ?? "—"].join("\t");
  return rows.map(line).join("\n");
}
