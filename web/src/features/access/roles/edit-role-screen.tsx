/** Edits a role; its holders have the new permissions from their next request on. */
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { RoleDetail } from "@/api/types";
import { useChange } from "@/api/use-change";
import { roleName } from "@/entities/access/role-name";
import { refetchPermissions, useSession } from "@/entities/access/session";
import { useCrumb } from "@/lib/crumb";
import { Page } from "@/ui/display/page";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { UnchangeableReason } from "./explanation/unchangeable-reason";
import { Rights } from "./permissions/rights";
import { RoleForm } from "./role-form";
import { toRequest } from "./role-form-values";
import { RoleLoaded, useRole } from "./role-loaded";

export function EditRoleScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const read = useRole(id);
  useCrumb(read.data && roleName(read.data.role, t));
  return (
    <RoleLoaded of={read} title={t("roles.editTitle")}>
      {(role) => <Edited role={role} />}
    </RoleLoaded>
  );
}

function Edited({ role }: { role: RoleDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { profile } = useSession();
  const saving = useChange("put", "/roles/{id}", {
    invalidates: ["/roles/all", "/roles/{id}/detail", "/users/by-role/{id}", "/users/explain"],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      if (staleRole(error)) void invalidate("/roles/{id}/detail");
      else toastUnlessInline(["name", "number", "permissions"])(error);
    },
  });
  const newer = staleRole(saving.error);
  const newest = newer && newer.version > role.version ? newer : role;
  const back = `/control/roles/${role.id}`;
  if (role.fixed || role.beyond.length > 0) {
    return (
      <Page title={roleName(role, t)}>
        <UnchangeableReason role={role} />
        <Rights role={role} />
      </Page>
    );
  }
  return (
    <Page title={roleName(role, t)}>
      <RoleForm
        label={t("roles.editTitle")}
        role={newest}
        back={back}
        saving={saving}
        changedByOther={newer !== null}
        send={(values) =>
          saving.run({ path: { id: role.id }, body: { ...toRequest(values), version: newest.version } })
        }
        onSaved={() => {
          showDone(t("roles.saved"));
          if (profile?.role.id === role.id) void refetchPermissions();
          void navigate(back, { replace: true });
        }}
      />
    </Page>
  );
}

/** Present state of the role after a conflict. */
function staleRole(error: unknown): RoleDetail | null {
  const stale = error instanceof ApiError && error.code === "SHARED_STALE" ? error.current : null;
  return (stale ?? null) as RoleDetail | null;
}
