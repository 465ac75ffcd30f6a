/** Roles of the centre with permissions and holders; created, copied, deleted, and explained. */
import { Eye, Pencil, Plus, Trash2, Users } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { RoleRow } from "@/api/types";
import { Can, useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { buttonClass } from "@/ui/controls/button";
import { StatusTag } from "@/ui/display/status-tag";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DeleteRole } from "./delete-role";
import { ExplainButton } from "./explanation/explanation-panel";
import { countOf } from "./permissions/permission-tree";
import { NUMBER_LABELS, ROLES_PERMISSION, TYPE_LABELS } from "./role-labels";

const RULES: ListRules = { name: "roles", filters: [], order: "ASC", keys: ["name"] };
const pageOf = (id: number) => `/control/roles/${id}`;

export function RolesScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayChange = useCan(ROLES_PERMISSION, "update");
  const mayDelete = useCan(ROLES_PERMISSION, "delete");
  const maySeeUsers = useCan("staff_control:users");
  const [deleting, setDeleting] = useState<RoleRow | null>(null);
  const type = (role: RoleRow) => t(TYPE_LABELS[role.type] ?? "roles.types.staff");
  return (
    <>
      <ListScreen
        title={t("roles.title")}
        rules={RULES}
        path="/roles/all"
        rowsOf={(answer) => answer.roles}
        rowId={(role) => role.id}
        rowName={(role) => roleName(role, t)}
        columns={useRoleColumns()}
        filters={[]}
        searchLabel={t("roles.search")}
        href={pageOf}
        actions={<ExplainButton />}
        main={
          <Can permission={ROLES_PERMISSION} action="create">
            <Link to="/control/roles/add" className={buttonClass("main")}>
              <Plus aria-hidden />
              {t("roles.add")}
            </Link>
          </Can>
        }
        card={(role) => (
          <CardBody
            title={roleName(role, t)}
            line={`${type(role)} · ${t("roles.rightsOf", { count: countOf(role.permissions ?? {}) })}`}
            aside={<span className="text-sm text-mut tabular-nums">{role.userCount}</span>}
          />
        )}
        rowActions={(role) => [
          { label: t("roles.open"), icon: Eye, run: () => void navigate(pageOf(role.id)) },
          ...(maySeeUsers
            ? [{ label: t("roles.users"), icon: Users, run: () => void navigate(`/control/${role.id}/users`) }]
            : []),
          ...(mayChange && !role.fixed
            ? [{ label: t("kit.edit"), icon: Pencil, run: () => void navigate(`/control/roles/edit/${role.id}`) }]
            : []),
          ...(mayDelete && !role.fixed ? [{ label: t("kit.delete"), icon: Trash2, run: () => setDeleting(role) }] : []),
        ]}
        empty={{ title: t("roles.noRoles"), text: t("roles.noRolesText") }}
      />
      <DeleteRole
        role={
          deleting && {
            id: deleting.id,
            name: roleName(deleting, t),
            rights: countOf(deleting.permissions ?? {}),
            users: deleting.userCount ?? 0,
          }
        }
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

function useRoleColumns(): readonly Column<RoleRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("roles.columns.name"),
        sort: true,
        fixed: true,
        grows: true,
        cell: (role) => (
          <span className="flex min-w-0 items-center gap-2">
            <Link
              to={pageOf(role.id)}
              className="truncate font-[550] text-ink-strong hover:text-accent-ink hover:underline"
            >
              {roleName(role, t)}
            </Link>
            {role.fixed ? <StatusTag tone="quiet">{t("roles.fixed")}</StatusTag> : null}
          </span>
        ),
      },
      {
        id: "type",
        header: t("roles.columns.type"),
        cell: (role) => t(TYPE_LABELS[role.type] ?? "roles.types.staff"),
      },
      {
        id: "number",
        header: t("roles.columns.number"),
        cell: (role) => {
          const label = role.number ? NUMBER_LABELS[role.number] : undefined;
          return label ? t(label) : <span className="text-mut">—</span>;
        },
      },
      {
        id: "rights",
        header: t("roles.columns.rights"),
        align: "right",
        cell: (role) => countOf(role.permissions ?? {}),
      },
      { id: "users", header: t("roles.columns.users"), align: "right", cell: (role) => role.userCount },
    ],
    [t],
  );
}
