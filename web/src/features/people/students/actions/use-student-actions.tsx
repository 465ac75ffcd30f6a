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
import { useMayAddToGroup } from "@/entities/groups/may-add-to-group";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { RowAction } from "@/ui/table/row-menu";
import { BLOCKED } from "../student-labels";
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
  const [open, setOpen] = useState<{ action: StudentAction; student: ActionStudent } | null>(null);
  const opener = (action: StudentAction, student: ActionStudent) => () => setOpen({ action, student });
  const go = (path: string) => () => void navigate(path);

  const reading = (student: ActionStudent): RowAction[] => [
    { label: t("students.resultsShow"), icon: BadgeCheck, run: go(`/students/${student.id}/result`) },
    { label: t("students.papers"), icon: FileUser, run: opener("papers", student) },
    {
      label: t("students.showLogin"),
      icon: LogIn,
      run: opener("showLogin", student),
      fixed: student.login ? undefined : t("students.noLogin"),
    },
  ];
  const changing = (student: ActionStudent): RowAction[] => {
    const blocked = student.systemStatus === BLOCKED;
    return [
      ...(adds
        ? [{ label: t("students.toGroup"), icon: UsersRound, run: opener("toGroup", student), saves: true } as const]
        : []),
      {
        label: t(student.login ? "students.changeLogin" : "students.giveLogin"),
        icon: UserRoundPen,
        run: opener("changeLogin", student),
        saves: true,
      },
      {
        label: t("students.resetPassword"),
        icon: KeyRound,
        run: opener("resetPassword", student),
        saves: true,
        fixed: student.login ? undefined : t("students.noLogin"),
      },
      {
        label: t("students.sendLogin"),
        icon: MessageSquareText,
        run: opener("sendLogin", student),
        saves: true,
        fixed: student.login ? undefined : t("students.noLogin"),
      },
      {
        label: t(blocked ? "students.unblock" : "students.block"),
        icon: blocked ? LockOpen : Lock,
        run: opener("toggle", student),
        saves: true,
      },
    ];
  };
  return {
    of: (student, edit = true) => {
      const own = { label: t("kit.edit"), icon: Pencil, run: go(`/students/${student.id}/edit`) };
      return [...(changes && edit ? [own] : []), ...(changes ? changing(student) : []), ...reading(student)];
    },
    dialog: open ? (
      <Suspense>
        <StudentActionDialog key={`${open.action}-${open.student.id}`} {...open} onClose={() => setOpen(null)} />
      </Suspense>
    ) : null,
  };
}
