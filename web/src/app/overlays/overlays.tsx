import type { TFunction } from "i18next";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { leaveDeliberately } from "@/app/auth-redirect";
import { signOut } from "@/entities/access/session";
import { hasUnfinished } from "@/entities/videos/uploads/upload-presence";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { countQueued } from "@/lib/offline-queue";
import { useShortcut } from "@/lib/shortcuts";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { openOverlay, openPalette, openShortcuts, useOverlay } from "./open-overlays";

const Palette = lazyComponent(async () => (await import("./palette")).Palette, ["groups"]);
const ShortcutsDialog = lazyComponent(async () => (await import("./shortcuts-dialog")).ShortcutsDialog, []);

function focusPageSearch(): void {
  const input = document.querySelector<HTMLInputElement>("[data-page-search]");
  if (input) {
    input.focus();
    input.select();
  } else openPalette();
}

/** What becomes of attendance that the server does not have yet (D-70), and of unfinished uploads (D-67). */
function signOutText(t: TFunction): string {
  const { waiting, unsaved } = countQueued();
  const lines = [
    waiting > 0 && t("shell.signOutWaiting", { count: waiting }),
    unsaved > 0 && t("shell.signOutUnsaved", { count: unsaved }),
    hasUnfinished() && t("shell.signOutUploads"),
  ].filter(Boolean);
  return lines.length > 0 ? lines.join(" ") : t("shell.signOutText");
}

/** The palette, the list of keys and the sign-out question, with the keys that open them. */
export function Overlays({ onFold }: { onFold: () => void }) {
  const { t } = useTranslation();
  const open = useOverlay();
  const close = () => openOverlay(null);
  useShortcut({ keys: "mod+k", label: "shell.shortcutPalette", inFields: true, run: openPalette });
  useShortcut({ keys: "/", label: "shell.shortcutSearch", run: focusPageSearch });
  useShortcut({ keys: "?", label: "shell.shortcutShow", run: openShortcuts });
  useShortcut({ keys: "mod+b", label: "shell.shortcutFold", run: onFold });
  return (
    <>
      <Suspense>
        {open === "palette" ? <Palette onClose={close} /> : null}
        {open === "shortcuts" ? <ShortcutsDialog onClose={close} /> : null}
      </Suspense>
      <ConfirmDialog
        open={open === "sign-out"}
        onClose={close}
        title={t("shell.signOutTitle")}
        text={open === "sign-out" ? signOutText(t) : ""}
        confirm={t("shell.signOut")}
        onConfirm={() => leaveDeliberately(signOut)}
      />
    </>
  );
}
