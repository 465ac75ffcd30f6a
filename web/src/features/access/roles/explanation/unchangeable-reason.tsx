import { useTranslation } from "react-i18next";
import type { RoleDetail } from "@/api/types";
import { usePermissionLabels } from "../permissions/permission-labels";

const NAMED = 5;

/** Reason why the reader can't change a role: it is fixed, or it exceeds their own permissions (D-56). */
export function UnchangeableReason({ role }: { role: RoleDetail }) {
  const { t } = useTranslation();
  const labels = usePermissionLabels();
  if (!role.fixed && role.beyond.length === 0) return null;
  const named = role.beyond.slice(0, NAMED).map((right) => {
    const [key = "", action = ""] = right.split(" ");
    return labels.right(key, action);
  });
  const rights = [...named, ...(role.beyond.length > NAMED ? ["…"] : [])].join("; ");
  return (
    <p role="note" className="mb-4 rounded-md bg-info-soft px-3 py-2 text-sm text-info">
      {role.fixed ? t("roles.fixedHint") : t("roles.beyondHint", { rights })}
    </p>
  );
}
