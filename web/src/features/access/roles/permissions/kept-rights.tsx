/** The number of a role's permissions that the table does not offer: they stay as they are. */
import { useTranslation } from "react-i18next";
import { countOf, type Grants, splitGrants } from "./permission-tree";

export function KeptRights({ grants, built }: { grants: Grants; built: readonly string[] }) {
  const { t } = useTranslation();
  const total = countOf(splitGrants(grants, built).kept);
  return total > 0 ? <p className="mt-3 text-sm text-mut">{t("roles.tree.kept", { total })}</p> : null;
}
