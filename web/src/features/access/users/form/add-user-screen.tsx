/** New account: person, role and branches; its first password is shown once. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { CreateUser } from "@/api/limits";
import type { Answer } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { STAFF_ROLE, useOnlyOffice } from "@/entities/access/choices";
import { IssuedPassword } from "@/entities/access/issued-password";
import { useSession } from "@/entities/access/session";
import { parsePhone } from "@/lib/format/phone";
import { Page } from "@/ui/display/page";
import { showError } from "@/ui/feedback/toast";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { UserFields, useUserOptions } from "./user-fields";
import { emptyValues, FIELDS, toCreateRequest, type UserFormValues } from "./user-form-values";

const LIMITS = { ...CreateUser, roleId: { required: true } };

export function AddUserScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [opened, setOpened] = useState<Answer<"post", "/users/create"> | null>(null);
  const { profile } = useSession();
  const seesStaff = useCan("users:staff");
  const { roles } = useUserOptions();
  const typeOf = (roleId: string) => roles?.find((role) => String(role.id) === roleId)?.type ?? STAFF_ROLE;
  const saving = useChange("post", "/users/create", {
    invalidates: ["/users/staff", "/users/by-role/{id}", "/roles/all"],
    quiet: true,
    onDone: setOpened,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
  });
  const onlyOffice = useOnlyOffice();
  const form = useForm<UserFormValues>({
    start: emptyValues(address.get("roleId") ?? "", onlyOffice),
    limits: LIMITS,
    draft: "user-new",
    saving,
    check: ({ phoneNumber, officeIds, allOffices }) => ({
      phoneNumber: phoneNumber.trim() && !parsePhone(phoneNumber) ? t("staff.phoneWrong") : undefined,
      officeIds: profile?.allOffices || officeIds || allOffices ? undefined : t("form.required"),
    }),
    send: (values) => saving.run({ body: toCreateRequest(values, typeOf(values.roleId)) }),
  });
  const leave = () => {
    if (!opened) return;
    const staff = typeOf(form.fields.getValues().roleId) === STAFF_ROLE;
    void navigate(staff && seesStaff ? `/users/staff/${opened.id}` : "/", { replace: true });
  };
  return (
    <Page title={t("staff.addTitle")} narrow>
      <div className="card p-5 max-sm:p-4">
        <Form of={form} label={t("staff.addTitle")}>
          <div className="grid gap-6 lg:grid-cols-2">
            <UserFields fresh />
          </div>
          <div className="flex flex-wrap gap-3">
            <SubmitButton>{t("staff.add")}</SubmitButton>
            <CancelLink to={seesStaff ? "/users/staff" : "/"} />
          </div>
        </Form>
      </div>
      {opened ? (
        <IssuedPassword
          title={t("staff.opened")}
          text={t("staff.openedText")}
          login={opened.login}
          password={opened.password}
          onClose={leave}
        />
      ) : null}
    </Page>
  );
}
