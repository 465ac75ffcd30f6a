import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useTranslation } from "react-i18next";
import { BareDialog } from "@/ui/dialog/bare-dialog";
import { Brand, MenuTree, Role } from "./sidebar";

/** The same menu on a phone. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <BareDialog
      title={t("shell.menu")}
      onClose={onClose}
      className="inset-y-0 left-0 w-[min(300px,86vw)] animate-slide-in-left bg-side px-3 py-4 text-side-ink"
    >
      <div className="flex items-center gap-2.5 px-2 pb-4">
        <Brand folded={false} />
        <Dialog.Close
          aria-label={t("kit.close")}
          className="ml-auto grid size-11 place-items-center rounded-md text-side-mut hover:bg-side-pick"
        >
          <X aria-hidden size={19} />
        </Dialog.Close>
      </div>
      <MenuTree folded={false} />
      <Role />
    </BareDialog>
  );
}
