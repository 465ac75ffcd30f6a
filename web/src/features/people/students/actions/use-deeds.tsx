/** What can be done to a student, from his page and from his row alike; the windows that ask come when one is opened. */

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
import { BLOCKED } from "../student-words";
import { useMayAddToGroup } from "./may-add-to-group";
import type { Deed, Whom } from "./student-action";

const DeedWindow = lazyComponent(
  async () => (await import("./deed-window")).DeedWindow,
  ["form", "photo", "sms", "student", "students"],
);

export type Deeds = {
  /** For a menu; without *edit* where a button says it. */
  of: (whom: Whom, edit?: boolean) => RowAction[];
  /** The question; put once on the screen. */
  windows: ReactNode;
};

export function useDeeds(): Deeds {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changes = useCan("users:students", "update");
  const adds = useMayAddToGroup();
  const [asked, setAsked] = useState<{ deed: Deed; whom: Whom } | null>(null);
  const ask = (deed: Deed, whom: Whom) => () => setAsked({ deed, whom });
  const go = (path: string) => () => void navigate(path);

  const reading = (whom: Whom): RowAction[] => [
    { label: t("students.resultsShow"), icon: BadgeCheck, run: go(`/students/${whom.id}/result`) },
    { label: t("students.papers"), icon: FileUser, run: ask("papers", whom) },
    {
      label: t("students.showLogin"),
      icon: LogIn,
      run: ask("showLogin", whom),
      fixed: whom.login ? undefined : t("students.noLogin"),
    },
  ];
  const changing = (whom: Whom): RowAction[] => {
    const blocked = whom.systemStatus === BLOCKED;
    return [
      ...(adds
        ? [{ label: t("students.toGroup"), icon: UsersRound, run: ask("toGroup", whom), saves: true } as const]
        : []),
      {
        label: t(whom.login ? "students.changeLogin" : "students.giveLogin"),
        icon: UserRoundPen,
        run: ask("changeLogin", whom),
        saves: true,
      },
      {
        label: t("students.resetPassword"),
        icon: KeyRound,
        run: ask("resetPassword", whom),
        saves: true,
        fixed: whom.login ? undefined : t("students.noLogin"),
      },
      { label: t("sms.sendLogin"), icon: MessageSquareText, run: ask("sendLogin", whom), saves: true },
      {
        label: t(blocked ? "students.unblock" : "students.block"),
        icon: blocked ? LockOpen : Lock,
        run: ask("toggle", whom),
        saves: true,
      },
    ];
  };
  return {
    of: (whom, edit = true) => {
      const own = { label: t("kit.edit"), icon: Pencil, run: go(`/students/${whom.id}/edit`) };
      return [...(changes && edit ? [own] : []), ...(changes ? changing(whom) : []), ...reading(whom)];
    },
    windows: asked ? (
      <Suspense>
        <DeedWindow key={`${asked.deed}-${asked.whom.id}`} {...asked} onClose={() => setAsked(null)} />
      </Suspense>
    ) : null,
  };
}
