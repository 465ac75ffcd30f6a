/** How the owners of opened accounts get their logins: on slips of paper, or by SMS. */
import { MessageSquareText, Printer } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useChange } from "@/api/use-change";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import type { BulkOperation } from "../bulk-operation";
import { LoginSlipsDialog } from "./login-slips-dialog";

export function HandOver({ act }: { act: BulkOperation }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"slips" | "sms" | null>(null);
  const sending = useChange("post", "/students/bulk/{id}/send-logins", {
    invalidates: ["/sms/batches"],
    // The page shows the delivery of each message.
    onDone: ({ batchId }) => void navigate(`/students/sms/${batchId}`),
  });
  const close = () => setOpen(null);
  return (
    <section
      aria-label={t("accounts.handOver")}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-accent-line bg-accent-soft px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-[600] text-ink-strong">{t("accounts.handOver")}</h2>
        <p className="text-sm text-ink-soft">{t("accounts.handOverText")}</p>
      </div>
      <Button icon={MessageSquareText} saves pending={sending.pending} onClick={() => setOpen("sms")}>
        {t("accounts.sms")}
      </Button>
      <Button look="main" icon={Printer} onClick={() => setOpen("slips")}>
        {t("accounts.slips")}
      </Button>
      {open === "slips" ? <LoginSlipsDialog act={act} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "sms"}
        title={t("accounts.smsTitle", { count: act.done })}
        text={t("accounts.smsText")}
        confirm={t("accounts.sms")}
        saves
        onConfirm={() => sending.run({ path: { id: act.id } })}
        onClose={close}
      />
    </section>
  );
}
