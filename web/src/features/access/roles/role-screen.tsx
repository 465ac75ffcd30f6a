/** A role: its data, its permission tree, and actions to edit, delete and list its holders. */
import { Pencil, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import type { RoleDetail } from "@/api/types";
import { Can } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { RecordHistory } from "@/entities/audit/record-history";
import { useCrumb } from "@/lib/crumb";
import { Button, buttonClass } from "@/ui/controls/button";
import { Card, Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { DeleteRole } from "./delete-role";
import { UnchangeableReason } from "./explanation/unchangeable-reason";
import { countOf } from "./permissions/permission-tree";
import { Rights } from "./permissions/rights";
import { NUMBER_LABELS, ROLES_PERMISSION, TYPE_LABELS } from "./role-labels";
import { RoleLoaded, useRole } from "./role-loaded";

export function RoleScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const read = useRole(id);
  useCrumb(read.data && roleName(read.data.role, t));
  return (
    <RoleLoaded of={read} title={t("shell.role")}>
      {(role) => <Shown role={role} />}
    </RoleLoaded>
  );
}

function Shown({ role }: { role: RoleDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const rights = countOf(role.permissions);
  const stuck = role.fixed || role.beyond.length > 0;
  const number = role.number ? NUMBER_LABELS[role.number] : undefined;
  return (
    <Page
      title={roleName(role, t)}
      note={
        <span className="flex flex-wrap items-center gap-2">
          {t(TYPE_LABELS[role.type] ?? "roles.types.staff")}
          {number ? ` · ${t(number)}` : ""} · {t("roles.rightsOf", { count: rights })}
          {role.fixed ? <StatusTag tone="quiet">{t("roles.fixed")}</StatusTag> : null}
        </span>
      }
      actions={
        <>
          <Can permission="staff_control:users">
            <Link to={`/control/${role.id}/users`} className={buttonClass()}>
              <Users aria-hidden />
              {t("roles.users")}: {role.userCount}
            </Link>
          </Can>
          {stuck ? null : (
            <>
              <Can permission={ROLES_PERMISSION} action="delete">
                <Button icon={Trash2} aria-haspopup="dialog" onClick={() => setAsking(true)}>
                  {t("kit.delete")}
                </Button>
              </Can>
              <Can permission={ROLES_PERMISSION} action="update">
                <Link to={`/control/roles/edit/${role.id}`} className={buttonClass("main")}>
                  <Pencil aria-hidden />
                  {t("kit.edit")}
                </Link>
              </Can>
            </>
          )}
        </>
      }
    >
      <UnchangeableReason role={role} />
      <Card title={t("roles.rights")}>
        {rights === 0 ? <p className="text-sm text-mut">{t("roles.emptyRole")}</p> : <Rights role={role} />}
      </Card>
      <div className="mt-4">
        <Card title={t("audits.history")}>
          <RecordHistory path="/roles/{id}/history" id={role.id} />
        </Card>
      </div>
      <DeleteRole
        role={asking ? { id: role.id, name: roleName(role, t), rights, users: role.userCount } : null}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate("/control", { replace: true })}
      />
    </Page>
  );
}
