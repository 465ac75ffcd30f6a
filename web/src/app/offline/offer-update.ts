/** Offers the newer build of the console: the person decides when it replaces what runs here (D-44). */
import { say } from "@/i18n/texts";
import { hasUnsaved } from "@/lib/unsaved";
import { showWarning, toaster } from "@/ui/feedback/toast";

const TAKE_OVER_MS = 3_000;

export async function offerUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  const toast = await toaster();
  toast.info(say("offline.newVersion"), {
    id: "new-version",
    duration: Number.POSITIVE_INFINITY,
    description: say("offline.reloads"),
    action: {
      label: say("offline.update"),
      onClick: (event) => {
        if (!hasUnsaved()) return void update(registration);
        event.preventDefault();
        showWarning(say("offline.saveFirst"));
      },
    },
  });
}

async function update(registration: ServiceWorkerRegistration): Promise<void> {
  const { waiting } = registration;
  if (waiting) {
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    waiting.postMessage("activate");
    await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS))]);
  }
  location.reload();
}
