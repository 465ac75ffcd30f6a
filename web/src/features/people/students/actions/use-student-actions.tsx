/** Actions on a student, for the page and the row alike; a dialog loads when it is first opened. */

import {
  BadgeCheck,
  FileUser,
  KeyRound,
  Lock,
  LockOpen,
  LogIn,
  MessageSquareText,
  Pencil,
  UserRoundPen,
  UsersRound,
} from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "@/entities/access/can";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { RowAction } from "@/ui/table/row-menu";
import { BLOCKED } from "../student-labels";
import { useMayAddToGroup } from "./may-add-to-group";
import type { ActionStudent, StudentAction } from "./student-action";

const StudentActionDialog = lazyComponent(
  async () => (await import("./student-action-dialog")).StudentActionDialog,
  ["form", "photo", "sms", "student", "students"],
);

export type StudentActions = {
  /** For a menu; without *edit* where a button offers it. */
  of: (student: ActionStudent, edit?: boolean) => RowAction[];
  /** The question; put once on the screen. */
  dialog: ReactNode;
};

export function useStudentActions(): StudentActions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changes = useCan("users:students", "update");
  const adds = useMayAddToGroup();
  const [asked, setAsked] = useState<{ action: StudentAction; student: ActionStudent } | null>(null);
  const ask = (action: StudentAction, student: ActionStudent) => () => setAsked({ action, student });
  const go = (path: string) => () => void navigate(path);

  const reading = (student: ActionStudent): RowAction[] => [
    { label: t("students.resultsShow"), icon: BadgeCheck, run: go(`/students/${student.id}/result`) },
    { label: t("students.papers"), icon: FileUser, run: ask("papers", student) },
    {
      label: t("students.showLogin"),
      icon: LogIn,
      run: ask("showLogin", student),
      fixed: student.login ? undefined : t("students.noLogin"),
    },
  ];
  const changing = (student: ActionStudent): RowAction[] => {
    const blocked = student.systemStatus === BLOCKED;
    return [
      ...(adds
        ? [{ label: t("students.toGroup"), icon: UsersRound, run: ask("toGroup", student), saves: true } as const]
        : []),
      {
        label: t(student.login ? "students.changeLogin" : "students.giveLogin"),
        icon: UserRoundPen,
        run: ask("changeLogin", student),
        saves: true,
      },
      {
        label: t("students.resetPassword"),
        icon: KeyRound,
        run: ask("resetPassword", student),
        saves: true,
        fixed: student.login ? undefined : t("students.noLogin"),
      },
      { label: t("sms.sendLogin"), icon: MessageSquareText, run: ask("sendLogin", student), saves: true },
      {
        label: t(blocked ? "students.unblock" : "students.block"),
        icon: blocked ? LockOpen : Lock,
        run: ask("toggle", student),
        saves: true,
      },
    ];
  };
  return {
    of: (student, edit = true) => {
      const own = { label: t("kit.edit"), icon: Pencil, run: go(`/students/${student.id}/edit`) };
      return [...(changes && edit ? [own] : []), ...(changes ? changing(student) : []), ...reading(student)];
    },
    dialog: asked ? (
      <Suspense>
        <StudentActionDialog key={`${asked.action}-${asked.student.id}`} {...asked} onClose={() => setAsked(null)} />
      </Suspense>
    ) : null,
  };
}
