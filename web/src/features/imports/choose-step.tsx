/** The file: chosen or dropped, sent at once; and the template of such a file. */
import { FileDown, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "@/api/download";
import type { ImportCard } from "@/api/types";
import { upload } from "@/api/upload";
import { useOnline } from "@/lib/online";
import { useUnsaved } from "@/lib/unsaved";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { ProgressBar } from "@/ui/feedback/progress";
import { errorWords, showFileError } from "@/ui/feedback/toast";

const MOST_BYTES = 10 * 1024 * 1024;
const NAMES = ".xlsx,.csv,.txt";
const KNOWN = /\.(xlsx|csv|txt)$/i;

export function ChooseStep({ onRead }: { onRead: (one: ImportCard) => void }) {
  const { t } = useTranslation();
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [wrong, setWrong] = useState("");
  const [over, setOver] = useState(false);
  const sending = percent !== null;
  useUnsaved(sending);

  const send = async (file: File | undefined) => {
    if (!file || sending) return;
    if (!KNOWN.test(file.name) || file.size > MOST_BYTES) return setWrong(t("imports.wrongKind"));
    setWrong("");
    setPercent(0);
    try {
      const path = "/students/imports";
      const sent = await upload<{ studentImport: ImportCard }>({ path, file, name: file.name, onProgress: setPercent });
      onRead(sent.studentImport);
    } catch (error) {
      setWrong(errorWords(error)?.title ?? "");
      setPercent(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the button does */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          "card grid place-items-center gap-3 border-2 border-dashed px-6 py-14 text-center",
          over && "border-accent bg-accent-soft",
        )}
      >
        <span className="grid size-11 place-items-center rounded-full bg-accent-soft-strong text-accent-ink">
          <FileUp aria-hidden size={22} strokeWidth={1.8} />
        </span>
        <h2 className="text-base font-[650] text-ink-strong">{t("imports.chooseTitle")}</h2>
        <p className="max-w-[52ch] text-base text-mut">{t("imports.chooseText")}</p>
        <input
          ref={input}
          type="file"
          accept={NAMES}
          className="sr-only"
          tabIndex={-1}
          aria-label={t("imports.choose")}
          onChange={(event) => {
            void send(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button look="main" pending={sending} disabled={!online} onClick={() => input.current?.click()}>
          {t("imports.choose")}
        </Button>
        <span className="text-sm text-mut max-sm:hidden">{t("imports.drop")}</span>
        {sending ? (
          <ProgressBar
            percent={percent >= 100 ? null : percent}
            label={t("imports.sending")}
            className="w-full max-w-80"
          />
        ) : null}
        <p role="alert" className="text-sm text-bad empty:hidden">
          {wrong}
        </p>
      </div>
      <Template />
    </>
  );
}

function Template() {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const fetchTemplate = () => {
    setFetching(true);
    download({ path: "/students/imports/template.xlsx", name: "students-template.xlsx" })
      .catch(showFileError)
      .finally(() => setFetching(false));
  };
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-center">
      <p className="text-sm text-ink-soft">{t("imports.templateText")}</p>
      <Button icon={FileDown} size="small" saves pending={fetching} onClick={fetchTemplate}>
        {t("imports.template")}
      </Button>
    </div>
  );
}
