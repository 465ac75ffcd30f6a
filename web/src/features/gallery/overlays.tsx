import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Dialog } from "@/ui/dialog/dialog";
import { SidePanel } from "@/ui/dialog/side-panel";
import { Card } from "@/ui/display/page";
import { showDone, showError, showInfo, showUndo } from "@/ui/feedback/toast";
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuLine } from "@/ui/popover/menu";
import { Row } from "./row";

/** Parts that lie over the page. */
export function Overlays() {
  const [open, setOpen] = useState<"dialog" | "confirm" | "panel" | null>(null);
  const [column, setColumn] = useState(true);
  const close = () => setOpen(null);
  return (
    <Card title="Sahifa ustidagi">
      <Row name="Dialog, ConfirmDialog, SidePanel">
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("confirm")}>ConfirmDialog</Button>
        <Button onClick={() => setOpen("panel")}>SidePanel</Button>
        <Dialog
          open={open === "dialog"}
          onClose={close}
          title="Login"
          text="Talabaga ayting"
          actions={<Button onClick={close}>Yopish</Button>}
        >
          <input className="field" aria-label="Login" />
        </Dialog>
        <ConfirmDialog
          open={open === "confirm"}
          onClose={close}
          danger
          saves
          title="Chilonzor filiali o'chirilsinmi?"
          text="124 ta talaba filialsiz qoladi."
          confirm="O'chirish"
          onConfirm={() => new Promise((done) => setTimeout(done, 600))}
        />
        <SidePanel open={open === "panel"} onClose={close} title="Azizbek Yo'ldoshev">
          Yozuv ro'yxat yonida ochiladi.
        </SidePanel>
      </Row>
      <Row name="Menu">
        <Menu trigger={<Button>Amallar</Button>} align="start">
          <MenuItem icon={Pencil}>Tahrirlash</MenuItem>
          <MenuLabel>Ustunlar</MenuLabel>
          <MenuCheck checked={column} onChange={setColumn}>
            Filiallar
          </MenuCheck>
          <MenuLine />
          <MenuItem icon={Trash2} danger>
            O'chirish
          </MenuItem>
        </Menu>
      </Row>
      <Row name="toast">
        <Button onClick={() => showDone("Holat saqlandi")}>showDone</Button>
        <Button onClick={() => showInfo("Yangi xabar")}>showInfo</Button>
        <Button onClick={() => showUndo("O'chirildi", () => showInfo("Qaytarildi"))}>showUndo</Button>
        <Button
          onClick={() =>
            showError(
              new ApiError({
                message: "Sinxronizatsiya ketmoqda",
                code: "SYNC_IN_PROGRESS",
                status: 409,
                errId: 245,
                requestId: "3f1c9a",
              }),
            )
          }
        >
          showError
        </Button>
        <Button onClick={() => showError(new RangeError("oraliqdan tashqarida"))}>showError (o'zimizniki)</Button>
      </Row>
    </Card>
  );
}
