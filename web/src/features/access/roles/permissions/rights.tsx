import type { RoleDetail } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Loaded } from "@/ui/feedback/loaded";
import { PermissionGrid } from "./permission-grid";
import { branchesOf } from "./permission-tree";

/** What a role permits, to be looked at: the modules that it has something of, with what it has not. */
export function Rights({ role }: { role: RoleDetail }) {
  const all = useRead("/roles/permission-objects/all", undefined, { staleTime: Number.POSITIVE_INFINITY });
  const held = new Set(role.permissionObjects.map((object) => object.name));
  return (
    <Loaded of={all}>
      {({ permissionObjects }) => (
        <PermissionGrid
          branches={branchesOf(permissionObjects.filter((object) => held.has(object.name)))}
          grants={role.permissions}
        />
      )}
    </Loaded>
  );
}
