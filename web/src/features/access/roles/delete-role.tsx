/** Confirms the deletion of a role and names its effect; a role in use links to its holders. */
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone } from "@/ui/feedback/toast";

export type RoleToDelete = { id: number; name: string; rights: number; users: number };

interface DeleteRoleProps {
  role: RoleToDelete | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteRole({ role, onClose, onDeleted }: DeleteRoleProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const maySeeUsers = useCan("staff_control:users");
  const deleting = useChange("delete", "/roles/{id}", { invalidates: ["/roles/all", "/roles/{id}/detail"] });
  if (!role) return null;
  const { id, name } = role;
  if (role.users > 0) {
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t("roles.heldTitle", { name })}
        text={t("roles.heldText", { count: role.users })}
        confirm={t(maySeeUsers ? "roles.heldConfirm" : "kit.close")}
        onConfirm={() => {
          if (maySeeUsers) void navigate(`/control/${id}/users`);
        }}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("roles.deleteTitle", { name })}
      text={t("roles.deleteText", { count: role.rights })}
      confirm={t("roles.deleteConfirm")}
      onConfirm={async () => {
        if ((await deleting.run({ path: { id } })) === undefined) return false;
        showDone(t("roles.deleted", { name }));
        onDeleted?.();
        return true;
      }}
    />
  );
}
