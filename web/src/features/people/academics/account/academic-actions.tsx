/** Actions on the account of a teacher or assistant: open, rename, reset the password, block, unblock. */
import { KeyRound, Lock, LockOpen, Pencil, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AcademicRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { useSession } from "@/entities/access/session";
import { StaffBlockDialog, StaffResetDialog } from "@/entities/access/staff-account-dialogs";
import { nameOf } from "@/entities/people/person-name";
import {
  ACADEMIC,
  ASSISTANTS,
  HAS_NOT_ACCOUNT,
  type Kind,
  STALE,
  whyNotChanged,
  whyNotSignedUp,
  whyNotToggled,
} from "../academic-labels";
import { ChangeLogin } from "./change-login";
import { SignUp } from "./sign-up";

type AcademicAction = "signUp" | "login" | "toggle" | "reset";
type AcademicDialogProps = { kind: Kind; academic: AcademicRow; onClose: () => void };
const DIALOGS = { signUp: SignUp, login: ChangeLogin, toggle: Toggle, reset: Reset };

export type Offered = { label: string; icon: typeof Pencil; run: () => void; fixed: string | undefined };

/** Actions that the reader may take on a row, and the dialog of the open one, rendered once on the screen. */
export function useAcademicActions(kind: Kind): {
  offer: (academic: AcademicRow) => Offered[];
  start: (action: AcademicAction, academic: AcademicRow) => void;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ action: AcademicAction; academic: AcademicRow } | null>(null);
  const own = useSession().profile?.id;
  const key = kind === "academic" ? ACADEMIC : ASSISTANTS;
  const opens = useCan(key, "create");
  const mayManage = useCan(key, "update");
  const whole = useCan(ACADEMIC, "update");
  const [start] = useState(() => (action: AcademicAction, academic: AcademicRow) => setOpen({ action, academic }));
  const offer = (academic: AcademicRow): Offered[] => {
    const offered = (name: AcademicAction, label: string, icon: typeof Pencil, fixed: string | undefined) => ({
      label,
      icon,
      fixed,
      run: () => start(name, academic),
    });
    if (academic.acStatus === HAS_NOT_ACCOUNT)
      return opens ? [offered("signUp", t("academics.signUp"), UserPlus, whyNotSignedUp(academic, t))] : [];
    const active = academic.isActive;
    return [
      ...(whole ? [offered("login", t("academics.changeLogin"), Pencil, whyNotChanged(academic, own, t))] : []),
      ...(mayManage ? [offered("reset", t("staff.resetPassword"), KeyRound, whyNotChanged(academic, own, t))] : []),
      ...(whole
        ? [
            offered(
              "toggle",
              t(active ? "staff.block" : "staff.unblock"),
              active ? Lock : LockOpen,
              whyNotToggled(academic, own, t),
            ),
          ]
        : []),
    ];
  };
  const ActionDialog = open && DIALOGS[open.action];
  return {
    offer,
    start,
    dialog: ActionDialog ? (
      <ActionDialog key={open.academic.id} kind={kind} academic={open.academic} onClose={() => setOpen(null)} />
    ) : null,
  };
}

function Toggle({ academic, onClose }: AcademicDialogProps) {
  const { t } = useTranslation();
  const { id } = academic;
  const changing = useChange("put", "/academic/{id}/update-status", { invalidates: STALE });
  return (
    <StaffBlockDialog
      name={nameOf(academic, t)}
      active={academic.isActive}
      blockText={t("academics.blockText")}
      unblockText={t("academics.unblockText")}
      onSend={(isActive, reason) => changing.run({ path: { id }, body: { id, isActive, reason } })}
      onClose={onClose}
    />
  );
}

const RESET = { academic: "/academic/{id}/reset-password", assistant: "/assistant/{id}/reset-password" } as const;

function Reset({ kind, academic, onClose }: AcademicDialogProps) {
  const { t } = useTranslation();
  // Both calls take and return the same shape.
  const resetting = useChange("put", RESET[kind] as (typeof RESET)["academic"], { invalidates: STALE });
  return (
    <StaffResetDialog
      name={nameOf(academic, t)}
      login={academic.login ?? ""}
      text={t("academics.resetText")}
      issuedText={t("academics.openedText")}
      onReset={async () => (await resetting.run({ path: { id: academic.id } }))?.password}
      onClose={onClose}
    />
  );
}
