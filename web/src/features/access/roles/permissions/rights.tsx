import type { RoleDetail } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Loaded } from "@/ui/feedback/loaded";
import { KeptRights } from "./kept-rights";
import { PermissionGrid } from "./permission-grid";
import { branchesOf, offeredBranches } from "./permission-tree";

/** Read-only permissions of a role: the modules with any grant, and the missing options in them. */
export function Rights({ role }: { role: RoleDetail }) {
  const all = useRead("/roles/permission-objects/all", undefined, { staleTime: Number.POSITIVE_INFINITY });
  const held = new Set(role.permissionObjects.map((object) => object.name));
  return (
    <Loaded of={all}>
      {({ permissionObjects, built }) => {
        const objects = permissionObjects.filter((object) => held.has(object.name));
        const branches = offeredBranches(branchesOf(objects), built);
        return (
          <>
            {branches.length > 0 ? <PermissionGrid branches={branches} grants={role.permissions} /> : null}
            <KeptRights grants={role.permissions} built={built} />
          </>
        );
      }}
    </Loaded>
  );
}
