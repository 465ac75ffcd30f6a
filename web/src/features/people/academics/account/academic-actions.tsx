/** Actions on the account of a teacher or assistant: open, rename, reset the password, block, unblock. */
import { KeyRound, Lock, LockOpen, Pencil, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AcademicRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { IssuedPassword } from "@/entities/access/issued-password";
import { useSession } from "@/entities/access/session";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import { showDone } from "@/ui/feedback/toast";
import {
  ACADEMIC,
  ASSISTANTS,
  HAS_NOT_ACCOUNT,
  type Kind,
  nameOf,
  REASON_MAX,
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
  ask: (offered: AcademicAction, academic: AcademicRow) => void;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ offered: AcademicAction; academic: AcademicRow } | null>(null);
  const own = useSession().profile?.id;
  const key = kind === "academic" ? ACADEMIC : ASSISTANTS;
  const opens = useCan(key, "create");
  const mayManage = useCan(key, "update");
  const whole = useCan(ACADEMIC, "update");
  const [ask] = useState(() => (offered: AcademicAction, academic: AcademicRow) => setAsked({ offered, academic }));
  const offer = (academic: AcademicRow): Offered[] => {
    const offered = (name: AcademicAction, label: string, icon: typeof Pencil, fixed: string | undefined) => ({
      label,
      icon,
      fixed,
      run: () => ask(name, academic),
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
  const ActionDialog = asked && DIALOGS[asked.offered];
  return {
    offer,
    ask,
    dialog: ActionDialog ? (
      <ActionDialog key={asked.academic.id} kind={kind} academic={asked.academic} onClose={() => setAsked(null)} />
    ) : null,
  };
}

function Toggle({ academic, onClose }: AcademicDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(academic, t);
  const changing = useChange("put", "/academic/{id}/update-status", { invalidates: STALE });
  const send = async (isActive: boolean, reason: string) => {
    const done = await changing.run({ path: { id: academic.id }, body: { id: academic.id, isActive, reason } });
    if (done === undefined) return false;
    showDone(t(isActive ? "staff.unblocked" : "staff.blocked", { name }));
    return true;
  };
  if (academic.isActive) {
    return (
      <ReasonDialog
        open
        onClose={onClose}
        title={t("staff.blockTitle", { name })}
        text={t("academics.blockText")}
        label={t("staff.blockLabel")}
        maxLength={REASON_MAX}
        confirm={t("staff.block")}
        danger
        saves
        onConfirm={(reason) => send(false, reason)}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("staff.unblockTitle", { name })}
      text={t("academics.unblockText")}
      confirm={t("staff.unblock")}
      saves
      onConfirm={() => send(true, "")}
    />
  );
}

const RESET = { academic: "/academic/{id}/reset-password", assistant: "/assistant/{id}/reset-password" } as const;

function Reset({ kind, academic, onClose }: AcademicDialogProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string | null>(null);
  // Both calls take and return the same shape.
  const resetting = useChange("put", RESET[kind] as (typeof RESET)["academic"], { invalidates: STALE });
  if (password !== null) {
    return (
      <IssuedPassword
        title={t("staff.resetDone")}
        text={t("academics.openedText")}
        login={academic.login ?? ""}
        password={password}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("staff.resetTitle", { name: nameOf(academic, t) })}
      text={t("academics.resetText")}
      confirm={t("staff.resetPassword")}
      danger
      saves
      onConfirm={async () => {
        const done = await resetting.run({ path: { id: academic.id } });
        if (done) setPassword(done.password);
        // The same dialog shows the result.
        return false;
      }}
    />
  );
}
