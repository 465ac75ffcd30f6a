/** What is done to the account of somebody who teaches: opened, renamed, given a password, closed, opened again. */
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
} from "../academic-words";
import { ChangeLogin } from "./change-login";
import { SignUp } from "./sign-up";

type Deed = "signUp" | "login" | "toggle" | "reset";
type WindowProps = { kind: Kind; whom: AcademicRow; onClose: () => void };
const WINDOWS = { signUp: SignUp, login: ChangeLogin, toggle: Toggle, reset: Reset };

export type Offered = { label: string; icon: typeof Pencil; run: () => void; fixed: string | undefined };

/** The deeds that the reader may do to a row, and the windows that ask; these are put once on the screen. */
export function useDeeds(kind: Kind): {
  offer: (whom: AcademicRow) => Offered[];
  ask: (deed: Deed, whom: AcademicRow) => void;
  windows: ReactNode;
} {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ deed: Deed; whom: AcademicRow } | null>(null);
  const own = useSession().profile?.id;
  const key = kind === "academic" ? ACADEMIC : ASSISTANTS;
  const opens = useCan(key, "create");
  const keeps = useCan(key, "update");
  const whole = useCan(ACADEMIC, "update");
  const [ask] = useState(() => (deed: Deed, whom: AcademicRow) => setAsked({ deed, whom }));
  const offer = (whom: AcademicRow): Offered[] => {
    const deed = (name: Deed, label: string, icon: typeof Pencil, fixed: string | undefined) => ({
      label,
      icon,
      fixed,
      run: () => ask(name, whom),
    });
    if (whom.acStatus === HAS_NOT_ACCOUNT)
      return opens ? [deed("signUp", t("academics.signUp"), UserPlus, whyNotSignedUp(whom, t))] : [];
    const active = whom.isActive;
    return [
      ...(whole ? [deed("login", t("academics.changeLogin"), Pencil, whyNotChanged(whom, own, t))] : []),
      ...(keeps ? [deed("reset", t("staff.resetPassword"), KeyRound, whyNotChanged(whom, own, t))] : []),
      ...(whole
        ? [
            deed(
              "toggle",
              t(active ? "staff.block" : "staff.unblock"),
              active ? Lock : LockOpen,
              whyNotToggled(whom, own, t),
            ),
          ]
        : []),
    ];
  };
  const Window = asked && WINDOWS[asked.deed];
  return {
    offer,
    ask,
    windows: Window ? (
      <Window key={asked.whom.id} kind={kind} whom={asked.whom} onClose={() => setAsked(null)} />
    ) : null,
  };
}

function Toggle({ whom, onClose }: WindowProps) {
  const { t } = useTranslation();
  const name = nameOf(whom, t);
  const changing = useChange("put", "/academic/{id}/update-status", { invalidates: STALE });
  const send = async (isActive: boolean, reason: string) => {
    const done = await changing.run({ path: { id: whom.id }, body: { id: whom.id, isActive, reason } });
    if (done === undefined) return false;
    showDone(t(isActive ? "staff.unblocked" : "staff.blocked", { name }));
    return true;
  };
  if (whom.isActive) {
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

function Reset({ kind, whom, onClose }: WindowProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string | null>(null);
  // Both calls take and give the same.
  const resetting = useChange("put", RESET[kind] as (typeof RESET)["academic"], { invalidates: STALE });
  if (password !== null) {
    return (
      <IssuedPassword
        title={t("staff.resetDone")}
        text={t("academics.openedText")}
        login={whom.login ?? ""}
        password={password}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("staff.resetTitle", { name: nameOf(whom, t) })}
      text={t("academics.resetText")}
      confirm={t("staff.resetPassword")}
      danger
      saves
      onConfirm={async () => {
        const done = await resetting.run({ path: { id: whom.id } });
        if (done) setPassword(done.password);
        // The same window goes on with what came of it.
        return false;
      }}
    />
  );
}
