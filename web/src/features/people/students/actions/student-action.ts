/** Actions on one student that open a dialog. */
import type { StudentRow } from "@/api/types";

export type Deed = "toGroup" | "changeLogin" | "showLogin" | "resetPassword" | "sendLogin" | "toggle" | "papers";
export type Whom = Pick<StudentRow, "id" | "fullName" | "login" | "phoneNumber" | "systemStatus" | "hasPersonalData">;
export type WindowProps = { whom: Whom; onClose: () => void };
