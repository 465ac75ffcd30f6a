import { useTranslation } from "react-i18next";
import type { Why } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { PersonCell } from "@/entities/people/person-cell";
import { StatusTag } from "@/ui/display/status-tag";
import { usePermissionLabels } from "../permissions/permission-labels";

const NAMED = 4;

/** One person: may or may not, and every reason that there is. */
export function ExplainedPerson({ user }: { user: Why }) {
  const { t } = useTranslation();
  const mayOpen = useCan("users:staff");
  return (
    <li className="grid gap-1.5 border-b border-line-soft py-3 last:border-0">
      <span className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <PersonCell
            name={user.fullName}
            id={user.id}
            photo={user.photo}
            detail={`${user.login} · ${roleName(user.role, t)}`}
            {...(mayOpen ? { to: `/users/staff/${user.id}` } : {})}
          />
        </span>
        <StatusTag tone={user.allowed ? "good" : "bad"}>{t(user.allowed ? "roles.why.yes" : "roles.why.no")}</StatusTag>
      </span>
      <ul className="grid gap-0.5 pl-11 text-sm text-ink-soft">
        {useReasons(user).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </li>
  );
}

function useReasons({ role, grants, missing, because, against, offices, allOffices, superadmin }: Why): string[] {
  const { t } = useTranslation();
  const labels = usePermissionLabels();
  const named = (rights: Why["grants"]) => {
    const names = rights.slice(0, NAMED).map(({ permission, action }) => labels.right(permission, action));
    return [...names, ...(rights.length > NAMED ? ["…"] : [])].join("; ");
  };
  const names = allOffices || superadmin ? t("roles.why.allOffices") : offices.map(({ name }) => name).join(", ");
  const texts: Record<string, string> = {
    superadmin: t("roles.why.superadmin"),
    open: t("roles.why.open"),
    grant: t("roles.why.grant", { role: roleName(role, t), rights: named(grants) }),
  };
  const barred: Record<string, string> = {
    blocked: t("roles.why.blocked"),
    grant: t("roles.why.missing", { role: roleName(role, t), rights: named(missing) }),
    office: t("roles.why.otherOffice"),
    no_office: t("roles.why.noOffice"),
  };
  const branches = names ? [t("roles.why.offices", { names })] : [];
  // The superadmin's own reason is complete.
  const positive = because.includes("superadmin") ? ["superadmin"] : because;
  return [...positive.map((word) => texts[word] ?? word), ...against.map((word) => barred[word] ?? word), ...branches];
}
