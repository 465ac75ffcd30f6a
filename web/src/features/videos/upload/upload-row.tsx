/** An upload in the dialog: its name and lesson, how far it is, and what may be done with it. */
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Upload } from "@/entities/videos/uploads/upload-item";
import { edit } from "@/entities/videos/uploads/upload-manager";
import { StatusTag } from "@/ui/display/status-tag";
import { showError } from "@/ui/feedback/toast";
import { Select } from "@/ui/popover/combobox";
import type { LessonOptions } from "../lesson-options";
import { UploadActions, UploadRemedy } from "../uploads/upload-actions";
import { UploadBar } from "../uploads/upload-bar";
import { useUploadWords } from "../uploads/upload-words";
import { ROW } from "./draft-row";
import { MAX_NAME } from "./drafts";

const HistoryDialog = lazy(async () => ({ default: (await import("../history-dialog")).HistoryDialog }));

export function UploadRow({ of: upload, lessons }: { of: Upload; lessons: LessonOptions }) {
  const { t } = useTranslation();
  const { tone, status, line, figures } = useUploadWords(upload);
  const [history, setHistory] = useState(false);
  const { id, phase } = upload;
  return (
    <li className={ROW}>
      <NameField of={upload} />
      <LessonField of={upload} lessons={lessons} />
      <span className="flex justify-end max-sm:order-2">
        <UploadActions of={upload} />
      </span>
      <div className="col-span-full grid gap-1.5 max-sm:order-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <StatusTag tone={tone}>{status}</StatusTag>
          <span className="min-w-0 flex-1 text-ink-soft [overflow-wrap:anywhere] max-sm:order-1 max-sm:basis-full">
            {line}
          </span>
          <span className="ml-auto whitespace-nowrap text-mut tabular-nums">{figures}</span>
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

/** A deleted video has neither. */
const isFixed = ({ fault }: Upload) => fault?.code === "deleted";

/** Takes effect with Enter, or once the field is left; an empty name leaves the old one. */
function NameField({ of: upload }: { of: Upload }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    const name = typed?.trim();
    setTyped(null);
    if (name && name !== upload.name) void edit(upload.key, { name }).catch(showError);
  };
  return (
    <input
      type="text"
      className="field min-w-0 font-medium max-sm:col-span-2"
      aria-label={`${t("videos.upload.name")}: ${upload.origName}`}
      maxLength={MAX_NAME}
      readOnly={isFixed(upload)}
      value={typed ?? upload.name}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  );
}

function LessonField({ of: upload, lessons }: { of: Upload; lessons: LessonOptions }) {
  const { t } = useTranslation();
  const { id, name } = upload.lesson;
  const known = lessons.options.some(({ value }) => value === id);
  const change = (next: number | undefined) => {
    if (next !== undefined && next !== id)
      void edit(upload.key, { lesson: { id: next, name: lessons.nameOf(next) } }).catch(showError);
  };
  return (
    <Select
      label={t("videos.upload.lesson")}
      options={known ? lessons.options : [{ value: id, label: name }, ...lessons.options]}
      loading={lessons.loading}
      value={id}
      onChange={change}
      disabled={isFixed(upload)}
      className="min-w-0 max-sm:order-1"
    />
  );
}
