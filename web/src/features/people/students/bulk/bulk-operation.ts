/** Bulk operations on students: the dialogs that their bar opens. */
import type { Chosen } from "@/ui/table/use-selection";

export type BulkActionKind = "block" | "unblock" | "toGroup" | "toBranch" | "accounts" | "sms" | "export" | "print";
export type BulkDialogProps = { chosen: Chosen; onClose: () => void };
