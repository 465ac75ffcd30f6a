/** Dialog of a bulk action on students. */
import { OpenAccountsDialog } from "@/entities/people/bulk/accounts/open-accounts-dialog";
import { BulkAddToGroupDialog } from "./bulk-add-to-group-dialog";
import { BulkBlockDialog, BulkUnblockDialog } from "./bulk-block-dialog";
import { BulkBranchDialog } from "./bulk-branch-dialog";
import { BulkExportDialog } from "./bulk-export-dialog";
import type { BulkActionKind, BulkDialogProps } from "./bulk-operation";
import { BulkSmsDialog } from "./bulk-sms-dialog";
import { BulkPrintDialog } from "./print/bulk-print-dialog";

const StudentAccountsDialog = (props: BulkDialogProps) => <OpenAccountsDialog {...props} entity="student" />;
const DIALOGS = {
  block: BulkBlockDialog,
  unblock: BulkUnblockDialog,
  toGroup: BulkAddToGroupDialog,
  toBranch: BulkBranchDialog,
  accounts: StudentAccountsDialog,
  sms: BulkSmsDialog,
  export: BulkExportDialog,
  print: BulkPrintDialog,
};

export function BulkDialog({ action, ...rest }: BulkDialogProps & { action: BulkActionKind }) {
  const ActionDialog = DIALOGS[action];
  return <ActionDialog {...rest} />;
}
