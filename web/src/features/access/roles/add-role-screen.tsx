/** A new role. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useChange } from "@/api/use-change";
import { Page } from "@/ui/display/page";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { RoleForm } from "./role-form";
import { toRequest } from "./role-form-values";

export function AddRoleScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const made = useRef<number | null>(null);
  const saving = useChange("post", "/roles", {
    invalidates: ["/roles/all"],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["name", "number", "permissions"]),
    onDone: ({ role }) => {
      made.current = role.id;
    },
  });
  return (
    <Page title={t("roles.add")}>
      <RoleForm
        label={t("roles.add")}
        back="/control"
        saving={saving}
        send={(values) => saving.run({ body: toRequest(values) })}
        onSaved={() => {
          showDone(t("roles.added"));
          void navigate(made.current ? `/control/roles/${made.current}` : "/control", { replace: true });
        }}
      />
    </Page>
  );
}
