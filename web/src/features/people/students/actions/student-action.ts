/** Actions on one student that open a dialog. */
import type { StudentRow } from "@/api/types";

export type StudentAction =
  | "toGroup"
  | "changeLogin"
  | "showLogin"
  | "resetPassword"
  | "sendLogin"
  | "toggle"
  | "papers";
export type ActionStudent = Pick<
  StudentRow,
  "id" | "fullName" | "login" | "phoneNumber" | "systemStatus" | "hasPersonalData"
>;
export type StudentDialogProps = { student: ActionStudent; onClose: () => void };
