import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Tooltip } from "@/ui/popover/tooltip";

/** Copy without the clipboard API, which plain http pages don't have. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  const Icon = done ? Check : Copy;
  const hint = done ? t("kit.copied") : (label ?? t("kit.copy"));
  return (
    <>
      <Tooltip text={hint}>
        <button
          type="button"
          aria-label={hint}
          onClick={() => void copyText(text).then(() => setDone(true))}
          className="grid size-7 shrink-0 place-items-center rounded text-mut hover:bg-hover hover:text-ink max-sm:size-11"
        >
          <Icon aria-hidden size={15} strokeWidth={1.8} />
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {done ? t("kit.copied") : ""}
      </span>
    </>
  );
}
