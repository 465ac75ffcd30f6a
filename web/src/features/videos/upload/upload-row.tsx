/** An upload in the dialog: what it is, how far it is, and what may be done with it. */
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Upload } from "@/entities/videos/uploads/upload-item";
import { StatusTag } from "@/ui/display/status-tag";
import { UploadActions, UploadRemedy } from "../uploads/upload-actions";
import { UploadBar } from "../uploads/upload-bar";
import { useUploadWords } from "../uploads/upload-words";
import { ROW } from "./draft-row";

const HistoryDialog = lazy(async () => ({ default: (await import("../history-dialog")).HistoryDialog }));

export function UploadRow({ of: upload }: { of: Upload }) {
  const { t } = useTranslation();
  const { tone, status, line, figures } = useUploadWords(upload);
  const [history, setHistory] = useState(false);
  const { id, phase } = upload;
  return (
    <li className={ROW}>
      <input
        type="text"
        readOnly
        className="field min-w-0 font-medium max-sm:col-span-2"
        aria-label={t("videos.upload.name")}
        value={upload.name}
      />
      <input
        type="text"
        readOnly
        className="field min-w-0 font-medium max-sm:order-1"
        aria-label={t("videos.upload.lesson")}
        value={upload.lesson.name}
      />
      <span className="flex justify-end max-sm:order-2">
        <UploadActions of={upload} />
      </span>
      <div className="col-span-full grid gap-1.5 max-sm:order-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <StatusTag tone={tone}>{status}</StatusTag>
          <span className="min-w-0 flex-1 text-ink-soft [overflow-wrap:anywhere]">{line}</span>
          <span className="whitespace-nowrap text-mut tabular-nums">{figures}</span>
        </div>
        <UploadBar of={upload} />
        {phase === "failed" || phase === "fileless" ? (
          <div className="flex flex-wrap items-center gap-2">
            <UploadRemedy of={upload} />
            {id === null ? null : (
              <button
                type="button"
                className="text-sm font-[550] text-accent-ink hover:underline max-sm:min-h-11"
                onClick={() => setHistory(true)}
              >
                {t("videos.history")}
              </button>
            )}
          </div>
        ) : null}
      </div>
      {history && id !== null ? (
        <Suspense>
          <HistoryDialog
            audience={upload.audience}
            id={id}
            name={upload.name}
            known={upload.statusHistories}
            onClose={() => setHistory(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
