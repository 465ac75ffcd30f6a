/** Holders of a role in the person's branches. */
import { Eye } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import type { RoleUser } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { PersonCell } from "@/entities/people/person-cell";
import { useCrumb } from "@/lib/crumb";
import { Avatar } from "@/ui/display/avatar";
import { StatusTag } from "@/ui/display/status-tag";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { ExplanationPanel } from "./explanation/explanation-panel";
import { BLOCKED, parseId, ROLES_PERMISSION, STATUS_LABELS } from "./role-labels";
import { MissingRole } from "./role-loaded";

const RULES: ListRules = { name: "role-users", filters: [], order: "ASC" };
const pageOf = (id: number) => `/users/staff/${id}`;

export function RoleUsersScreen() {
  // The address calls the role's id so (routes of the specification).
  const { userId } = useParams();
  const id = parseId(userId);
  return id === null ? <MissingRole /> : <Holders roleId={id} />;
}

function Holders({ roleId }: { roleId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpen = useCan("users:staff");
  const mayAsk = useCan(ROLES_PERMISSION);
  const { data } = useRead("/users/by-role/{id}", { path: { id: roleId }, query: { perPage: 10 } });
  useCrumb(data && roleName(data.role, t));
  return (
    <>
      <ListScreen
        title={data ? t("roles.usersOf", { name: roleName(data.role, t) }) : t("shell.roleUsers")}
        rules={RULES}
        path="/users/by-role/{id}"
        at={{ id: roleId }}
        rowsOf={(answer) => answer.users}
        rowId={(user) => user.id}
        rowName={(user) => user.fullName}
        columns={useColumns(mayOpen)}
        filters={[]}
        searchLabel={t("roles.usersSearch")}
        {...(mayOpen ? { href: pageOf } : {})}
        card={(user) => (
          <CardBody
            lead={<Avatar name={user.fullName} id={user.id} photo={user.photo} />}
            title={user.fullName}
            line={[user.login, officesOf(user, t("roles.why.allOffices"))].filter(Boolean).join(" · ")}
            aside={<Status user={user} />}
          />
        )}
        rowActions={(user) => [
          ...(mayOpen ? [{ label: t("roles.open"), icon: Eye, run: () => void navigate(pageOf(user.id)) }] : []),
          ...(mayAsk
            ? [{ label: t("roles.why.title"), icon: Eye, run: () => void navigate(`?why=/students&whom=${user.id}`) }]
            : []),
        ]}
        empty={{ title: t("roles.noUsers"), text: t("roles.noUsersText") }}
      />
      <ExplanationPanel />
    </>
  );
}

const officesOf = (user: RoleUser, all: string) =>
  user.allOffices ? all : user.offices.map((office) => office.name).join(", ");

function Status({ user }: { user: RoleUser }) {
  const { t } = useTranslation();
  const label = STATUS_LABELS[user.status];
  if (!label || user.status === 1) return null;
  return <StatusTag tone={user.status === BLOCKED ? "bad" : "info"}>{t(label)}</StatusTag>;
}

function useColumns(mayOpen: boolean): readonly Column<RoleUser>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: "fullName",
        header: t("roles.columns.person"),
        sort: true,
        fixed: true,
        grows: true,
        cell: (user) => (
          <PersonCell
            name={user.fullName}
            id={user.id}
            photo={user.photo}
            detail={user.id}
            {...(mayOpen ? { to: pageOf(user.id) } : {})}
          />
        ),
      },
      { id: "login", header: t("roles.columns.login"), shrinks: true, cell: (user) => user.login },
      {
        id: "offices",
        header: t("roles.columns.offices"),
        shrinks: true,
        cell: (user) => officesOf(user, t("roles.why.allOffices")) || "—",
      },
      { id: "status", header: t("roles.columns.status"), cell: (user) => <Status user={user} /> },
    ],
    [t, mayOpen],
  );
}
