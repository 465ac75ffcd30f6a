/** The one window for a branch: a new one, or the one that was chosen (R1-129). */
import { useTranslation } from "react-i18next";
import type { Office } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { Dialog } from "@/ui/dialog/dialog";
import { BranchForm } from "./branch-form";

const GUARD = "staff_control:offices";

interface EditBranchProps {
  /** "new", the id of a branch, or nothing. */
  what: string | null;
  office: Office | undefined;
  onClose: () => void;
}

export function EditBranch({ what, office, onClose }: EditBranchProps) {
  const { t } = useTranslation();
  const mayAdd = useCan(GUARD, "create");
  const mayChange = useCan(GUARD, "update");
  const fresh = what === "new";
  const open = fresh ? mayAdd : office !== undefined && mayChange;
  return (
    <Dialog open={open} size="small" title={t(fresh ? "branches.add" : "branches.edit")} onClose={onClose}>
      <BranchForm key={what} office={fresh ? undefined : office} onDone={onClose} />
    </Dialog>
  );
}
