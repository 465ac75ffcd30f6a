/** Edits an account. Concurrent changes are shown inline (D-8). */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ChangeUser } from "@/api/limits";
import type { StaffCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useSession } from "@/entities/access/session";
import { parsePhone } from "@/lib/format/phone";
import { showDone, showError } from "@/ui/feedback/toast";
import { ConflictHint } from "@/ui/form/conflict-hint";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { useLatestVersion } from "@/ui/form/use-latest-version";
import { UserFields, useFieldLabels } from "./user-fields";
import { FIELDS, toFormValues, toUpdateRequest, type UserField, type UserFormValues } from "./user-form-values";

const LIMITS = { ...ChangeUser, roleId: { required: true }, workStatus: { required: true } };

export function UserForm({ user, onDone }: { user: StaffCard; onDone: () => void }) {
  const { t } = useTranslation();
  const labelOf = useFieldLabels();
  const everywhere = useSession().profile?.allOffices ?? false;
  const saving = useChange("put", "/users/{kind}/{user_id}/update", {
    invalidates: ["/users/{id}", "/users/staff/{id}", "/users/staff", "/users/by-role/{id}", "/users/{id}/sessions"],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      if (staleCard(error)) void invalidate("/users/{id}", "/users/staff");
      else toastUnlessInline(FIELDS)(error);
    },
  });
  const newer = staleCard(saving.error);
  const newest = newer && newer.version > user.version ? newer : user;
  const draft = `user-${user.id}`;
  const form = useForm<UserFormValues>({
    start: toFormValues(newest),
    limits: LIMITS,
    draft,
    saving,
    check: ({ phoneNumber, officeIds, allOffices }) => ({
      phoneNumber: phoneNumber.trim() && !parsePhone(phoneNumber) ? t("staff.phoneWrong") : undefined,
      officeIds: everywhere || officeIds || allOffices ? undefined : t("form.required"),
    }),
    send: (values) =>
      saving.run({ path: { kind: user.role.type, user_id: user.id }, body: toUpdateRequest(values, newest.version) }),
    onSaved: (values) => {
      showDone(t(values.roleId === String(newest.role.id) ? "staff.saved" : "staff.savedRole"));
      onDone();
    },
  });
  const { conflicting, take } = useLatestVersion(
    form,
    { version: newest.version, values: toFormValues(newest) },
    draft,
  );
  const differ = Object.keys(conflicting).length > 0;
  const beside = (field: UserField): ReactNode =>
    field in conflicting ? (
      <ConflictHint
        text={t("staff.theirs", { value: labelOf(field, conflicting[field] ?? "") || t("kit.none") })}
        take={t("staff.takeTheirs")}
        onTake={() => take(field)}
      />
    ) : undefined;
  return (
    <Form of={form} label={t("staff.editTitle")}>
      {differ || newer ? (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t("staff.changedByOther")} {t(differ ? "staff.compareTheirs" : "staff.theirsTaken")}
        </p>
      ) : null}
      <div className="grid gap-6 lg:grid-cols-2">
        <UserFields kind={user.role.type} superadmin={user.superadmin} beside={beside} />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t(differ ? "staff.saveMine" : "kit.save")}</SubmitButton>
        <CancelLink to={`/users/staff/${user.id}`} />
      </div>
    </Form>
  );
}

/** Present state of the card after a conflict. */
function staleCard(error: unknown): StaffCard | null {
  const stale = error instanceof ApiError && error.code === "SHARED_STALE" ? error.current : null;
  return (stale ?? null) as StaffCard | null;
}
