/** Dialogs of a staff account: a member of staff's, a teacher's, an assistant's. */
import { useTranslation } from "react-i18next";
import { BlockDialog, ResetPasswordDialog } from "./account-dialogs";
import { IssuedPassword } from "./issued-password";

type StaffBlockDialogProps = {
  name: string;
  active: boolean;
  blockText: string;
  unblockText: string;
  onSend: (active: boolean, reason: string) => Promise<unknown>;
  onClose: () => void;
};

export function StaffBlockDialog({ name, blockText, unblockText, ...rest }: StaffBlockDialogProps) {
  const { t } = useTranslation();
  return (
    <BlockDialog
      {...rest}
      block={{
        title: t("staff.blockTitle", { name }),
        text: blockText,
        label: t("staff.blockLabel"),
        confirm: t("staff.block"),
        done: t("staff.blocked", { name }),
      }}
      unblock={{
        title: t("staff.unblockTitle", { name }),
        text: unblockText,
        confirm: t("staff.unblock"),
        done: t("staff.unblocked", { name }),
      }}
    />
  );
}

type StaffResetDialogProps = {
  name: string;
  login: string;
  text: string;
  /** Beside the new password. */
  issuedText: string;
  onReset: () => Promise<string | undefined>;
  onClose: () => void;
};

export function StaffResetDialog({ name, login, text, issuedText, onReset, onClose }: StaffResetDialogProps) {
  const { t } = useTranslation();
  return (
    <ResetPasswordDialog
      title={t("staff.resetTitle", { name })}
      text={text}
      confirm={t("staff.resetPassword")}
      onReset={onReset}
      onClose={onClose}
    >
      {(password) => (
        <IssuedPassword
          title={t("staff.resetDone")}
          text={issuedText}
          login={login}
          password={password}
          onClose={onClose}
        />
      )}
    </ResetPasswordDialog>
  );
}
