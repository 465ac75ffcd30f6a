/** Copies another role's offered permissions into the form, except those that the person does not hold. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { roleName } from "@/entities/access/role-name";
import { Select } from "@/ui/popover/combobox";
import { type Cell, copyGrants, countOf, type Grants, splitGrants } from "./permission-tree";

const MOST_ROLES = 100;

interface CopyRightsProps {
  /** The role that is edited can't be copied into itself. */
  except?: number;
  may: (cell: Cell) => boolean;
  /** The permissions that the table offers. */
  built: readonly string[];
  onCopy: (grants: Grants) => void;
}

export function CopyRights({ except, may, built, onCopy }: CopyRightsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [done, setDone] = useState<{ name: string; taken: number; left: number } | null>(null);
  const read = useRead(
    "/roles/all",
    { query: { perPage: MOST_ROLES, value: text || undefined } },
    { keepPreviousData: true },
  );
  const roles = (read.data?.roles ?? []).filter((role) => role.id !== except);
  const shownOf = (grants: Grants | null | undefined) => splitGrants(grants ?? {}, built).shown;
  // More roles than a page: the server searches them.
  const search = (read.data?.total ?? 0) > MOST_ROLES || text ? { onSearch: setText } : {};
  return (
    <div className="grid gap-1.5">
      <Select
        label={t("roles.copyFrom")}
        className="max-w-80"
        options={roles.map((role) => ({
          value: role.id,
          label: roleName(role, t),
          hint: t("roles.rightsOf", { count: countOf(shownOf(role.permissions)) }),
        }))}
        value={undefined}
        loading={read.busy}
        {...search}
        onChange={(id) => {
          const role = roles.find((one) => one.id === id);
          if (!role) return;
          const { grants, left } = copyGrants(shownOf(role.permissions), may);
          onCopy(grants);
          setDone({ name: roleName(role, t), taken: countOf(grants), left });
        }}
      />
      <p role="status" className="text-sm text-mut empty:hidden">
        {done ? t("roles.copied", { name: done.name, count: done.taken }) : ""}
        {done?.left ? ` ${t("roles.notCopied", { count: done.left })}` : ""}
      </p>
    </div>
  );
}
