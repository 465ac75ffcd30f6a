/** How the owners of opened accounts get their logins: on slips of paper. */
import { Printer } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import type { BulkOperation } from "../bulk-operation";
import { LoginSlipsDialog } from "./login-slips-dialog";

export function HandOver({ act }: { act: BulkOperation }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-label={t("accounts.handOver")}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-accent-line bg-accent-soft px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-[600] text-ink-strong">{t("accounts.handOver")}</h2>
        <p className="text-sm text-ink-soft">{t("accounts.handOverText")}</p>
      </div>
      <Button look="main" icon={Printer} onClick={() => setOpen(true)}>
        {t("accounts.slips")}
      </Button>
      {open ? <LoginSlipsDialog act={act} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
