/** New account: person, role and branches; its first password is shown once. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import type { Answer } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { IssuedPassword } from "@/entities/access/issued-password";
import { useSession } from "@/entities/access/session";
import { parsePhone } from "@/lib/format/phone";
import { Page } from "@/ui/display/page";
import { showError } from "@/ui/feedback/toast";
import { Form, SubmitButton } from "@/ui/form/form";
import { CreateUser } from "@/ui/form/limits/api-limits";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { OF_STAFF } from "../staff-filters";
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
  const typeOf = (roleId: string) => roles?.find((role) => String(role.id) === roleId)?.type ?? OF_STAFF;
  const saving = useChange("post", "/users/create", {
    invalidates: ["/users/staff", "/users/by-role/{id}", "/roles/all"],
    quiet: true,
    onDone: setOpened,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
  });
  const own = profile && !profile.allOffices && profile.offices.length === 1 ? profile.offices : [];
  const form = useForm<UserFormValues>({
    start: emptyValues(
      address.get("roleId") ?? "",
      own.map((office) => office.id),
    ),
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
    const staff = typeOf(form.fields.getValues().roleId) === OF_STAFF;
    void navigate(staff && seesStaff ? `/users/staff/${opened.id}` : "/", { replace: true });
  };
  return (
    <Page title={t("staff.addTitle")} narrow>
      <div className="card p-5 max-sm:p-4">
        <Form of={form} label={t("staff.addTitle")}>
          <div className="grid gap-6 lg:grid-cols-2">
            <UserFields fresh />
          </div>
          <div>
            <SubmitButton>{t("staff.add")}</SubmitButton>
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
