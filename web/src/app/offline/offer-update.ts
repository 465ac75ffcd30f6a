/** Offers the newer build of the console: the person decides when it replaces what runs here (D-44). */
import { say } from "@/i18n/texts";
import { hasRunning, hasUnsaved } from "@/lib/unsaved";
import { showWarning, toaster } from "@/ui/feedback/toast";

/** A reload brings the newer build: pages come from the server, or the newest one that is stored. */
export async function offerUpdate(): Promise<void> {
  const toast = await toaster();
  toast.info(say("offline.newVersion"), {
    id: "new-version",
    duration: Number.POSITIVE_INFINITY,
    description: say("offline.reloads"),
    action: {
      label: say("offline.update"),
      onClick: (event) => {
        if (!hasUnsaved() && !hasRunning()) return location.reload();
        event.preventDefault();
        showWarning(say(hasUnsaved() ? "offline.saveFirst" : "offline.uploadsFirst"));
      },
    },
  });
}
