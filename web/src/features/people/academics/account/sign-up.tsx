/** Opens an account for a person from the school: login, role, gender; its password is shown once (R1-141). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SignUpAcademic } from "@/api/limits";
import type { Answer } from "@/api/request";
import type { AcademicRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { IssuedPassword } from "@/entities/access/issued-password";
import { nameOf } from "@/entities/people/person-name";
import { Dialog } from "@/ui/dialog/dialog";
import { showError } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/choice-fields";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { type Kind, STALE } from "../academic-labels";
import { useAcademicRoles } from "../list/academic-filters";

const LIMITS = { ...SignUpAcademic, roleId: { required: true }, genderType: { required: true } };
const PATHS = { academic: "/academic/sign-up/{id}", assistant: "/assistant/sign-up/{id}" } as const;
type Values = { login: string; roleId: string; genderType: string };
type ActionAcademic = Pick<AcademicRow, "id" | "fullName">;

export function SignUp({ kind, academic, onClose }: { kind: Kind; academic: ActionAcademic; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SignUpSteps kind={kind} academic={academic} onDone={onClose}>
      {(form) => (
        <Dialog open onClose={onClose} title={t("academics.signUpTitle")} text={nameOf(academic, t)} size="small">
          {form}
        </Dialog>
      )}
    </SignUpSteps>
  );
}

type StepsProps = {
  kind: Kind;
  academic: ActionAcademic | null;
  onDone: () => void;
  /** The page that *cancel* leads to, where the form is a page of its own. */
  cancelTo?: string;
  children: (form: React.ReactNode) => React.ReactNode;
};

/** The form, and after it the password. */
export function SignUpSteps({ kind, academic, onDone, cancelTo, children }: StepsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Answer<"post", "/academic/sign-up/{id}"> | null>(null);
  const roles = useAcademicRoles();
  // Both calls take and return the same shape.
  const saving = useChange("post", PATHS[kind] as (typeof PATHS)["academic"], {
    invalidates: STALE,
    quiet: true,
    onDone: setOpened,
    onForbidden: showError,
    onError: toastUnlessInline(["login", "roleId", "genderType"]),
  });
  const form = useForm<Values>({
    start: { login: "", roleId: "", genderType: "" },
    limits: LIMITS,
    saving,
    send: async ({ login, roleId, genderType }) =>
      academic
        ? saving.run({
            path: { id: academic.id },
            body: { login: login.trim(), roleId: Number(roleId), genderType: genderType === "1" ? 1 : 2 },
          })
        : undefined,
  });
  if (opened) {
    return (
      <IssuedPassword
        title={t("staff.opened")}
        text={t("academics.openedText")}
        login={opened.login}
        password={opened.password}
        onClose={onDone}
      />
    );
  }
  return children(
    <Form of={form} label={t("academics.signUpTitle")}>
      <TextField name="login" label={t("staff.login")} help={t("staff.loginHelp")} autoComplete="off" required />
      <SelectField
        name="roleId"
        label={t("staff.role")}
        options={roles ?? []}
        loading={!roles}
        placeholder={t("kit.choose")}
        help={t("staff.roleHelp")}
        required
      />
      <SelectField
        name="genderType"
        label={t("staff.gender")}
        options={[
          { value: "1", label: t("staff.male") },
          { value: "2", label: t("staff.female") },
        ]}
        placeholder={t("kit.choose")}
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("academics.signUp")}</SubmitButton>
        {cancelTo ? <CancelLink to={cancelTo} /> : null}
      </div>
    </Form>,
  );
}
