/** The header's uploads: progress, speed, time left, the next try, and where each was begun (R1-037, R2-055, R2-180). */
import { CircleCheck, CloudUpload, Pause, Play, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { STATUS_TONES } from "@/entities/videos/status-words";
import {
  byChapter,
  canChooseFile,
  canPause,
  isActive,
  isUnfinished,
  type Upload,
} from "@/entities/videos/uploads/upload-item";
import { pauseAll, remove, resumeAll } from "@/entities/videos/uploads/upload-manager";
import { useReady, useUploads } from "@/entities/videos/uploads/upload-store";
import { type UploadElsewhere, useUploadsElsewhere } from "@/entities/videos/uploads/uploads-elsewhere";
import { WAITING } from "@/entities/videos/video-types";
import { useLanguage } from "@/i18n/use-language";
import { Button, IconButton } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { StatusTag } from "@/ui/display/status-tag";
import { ProgressBar } from "@/ui/feedback/progress";
import { showError } from "@/ui/feedback/toast";
import { Popover, PopoverAnchor, PopoverContent } from "@/ui/popover/popover";
import { ChooseFiles, UploadActions, UploadRemedy } from "../uploads/upload-actions";
import { UploadBar } from "../uploads/upload-bar";
import { paceWords, statusWords, totalOf, useUploadWords } from "../uploads/upload-words";

const SECTION = "flex gap-1.5 border-t border-line bg-sunken px-3.5 py-1.5 text-xs text-mut";

export function UploadsMenu() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shown = useUploads().filter(({ uploadFile }) => uploadFile.isVisible);
  const elsewhere = useUploadsElsewhere();
  const count = shown.length + elsewhere.length;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverAnchor asChild>
        <IconButton
          ref={button}
          icon={CloudUpload}
          label={t("videos.uploads.title")}
          badge={count > 0 ? String(count) : undefined}
          badgeLook="accent"
          aria-haspopup="dialog"
          aria-expanded={open}
          data-state={open ? "open" : "closed"}
          onClick={() => setOpen(!open)}
        />
      </PopoverAnchor>
      <PopoverContent
        trigger={button}
        align="end"
        aria-label={t("videos.uploads.title")}
        // Not the first button, which may be the one that deletes all.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (event.currentTarget as HTMLElement).focus();
        }}
        className="w-[420px] max-w-[calc(100vw-16px)]"
      >
        <Head uploads={shown} none={count === 0} />
        {byChapter(shown).map((chapter) => (
          <section key={chapter.key} aria-label={[chapter.group, chapter.name].filter(Boolean).join(" · ")}>
            <h3 className={SECTION}>
              <b className="truncate font-[550] text-ink">{chapter.group}</b>
              {chapter.name ? <span className="shrink-0">· {chapter.name}</span> : null}
            </h3>
            <ul className="divide-y divide-line-soft">
              {chapter.uploads.map((upload) => (
                <Line key={upload.key} of={upload} onLeave={() => setOpen(false)} />
              ))}
            </ul>
          </section>
        ))}
        {elsewhere.length > 0 ? <Elsewhere uploads={elsewhere} onLeave={() => setOpen(false)} /> : null}
        <Ready onLeave={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function Head({ uploads, none }: { uploads: readonly Upload[]; none: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [question, setQuestion] = useState(false);
  const active = uploads.filter(isActive);
  const running = uploads.filter(({ phase }) => phase === "uploading").length;
  const { percent, rate, left } = totalOf(active);
  const unfinished = uploads.filter(isUnfinished);
  const line = [
    running > 0 ? t("videos.uploads.running", { count: running }) : null,
    paceWords(rate, left, t, language),
  ].filter(Boolean);
  return (
    <div className="grid gap-2 px-3.5 pt-3 pb-3">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 text-base font-[650] text-ink-strong">{t("videos.uploads.title")}</h2>
        {active.some(canPause) ? (
          <Button size="small" icon={Pause} onClick={pauseAll}>
            {t("videos.uploads.pauseAll")}
          </Button>
        ) : uploads.some(({ phase }) => phase === "paused") ? (
          <Button size="small" icon={Play} onClick={resumeAll}>
            {t("videos.uploads.resumeAll")}
          </Button>
        ) : null}
        {uploads.filter(canChooseFile).length > 1 ? <ChooseFiles /> : null}
        {unfinished.length > 1 ? (
          <IconButton icon={Trash2} label={t("videos.uploads.deleteAll")} onClick={() => setQuestion(true)} />
        ) : null}
      </div>
      {line.length > 0 || none ? (
        <p className="text-xs text-mut">{line.join(" · ") || t("videos.uploads.none")}</p>
      ) : null}
      {active.length > 0 ? <ProgressBar percent={percent} label={t("videos.uploads.total")} /> : null}
      <ConfirmDialog
        open={question}
        danger
        saves
        onClose={() => setQuestion(false)}
        title={t("videos.uploads.deleteAllAsk")}
        text={unfinished.map(({ name }) => name).join(", ")}
        confirm={t("videos.uploads.deleteAll")}
        cancel={t("kit.back")}
        onConfirm={async () => {
          // R2-284: a call for each file
          for (const { key } of unfinished) await remove(key).catch(showError);
        }}
      />
    </div>
  );
}

function Line({ of: upload, onLeave }: { of: Upload; onLeave: () => void }) {
  const { tone, status, line } = useUploadWords(upload);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-3.5 py-2">
      <div className="flex items-center gap-2">
        <Name of={upload} onLeave={onLeave} />
        <UploadActions of={upload} />
      </div>
      <UploadBar of={upload} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-mut">
        <StatusTag tone={tone}>{status}</StatusTag>
        <span className="min-w-[190px] flex-1 [overflow-wrap:anywhere]">{line}</span>
        <UploadRemedy of={upload} />
      </div>
    </li>
  );
}

/** Of another tab, which pauses and deletes them. */
function Elsewhere({ uploads, onLeave }: { uploads: readonly UploadElsewhere[]; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("videos.uploads.elsewhere")}>
      <h3 className={SECTION}>{t("videos.uploads.elsewhere")}</h3>
      <ul className="divide-y divide-line-soft">
        {uploads.map((upload) => (
          <li key={upload.key} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-3.5 py-2">
            <Name of={upload} onLeave={onLeave} />
            <UploadBar of={upload} />
            <Status of={upload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Name({ of: upload, onLeave }: { of: Pick<Upload, "name" | "page">; onLeave: () => void }) {
  return (
    <Link
      to={upload.page.link}
      onClick={onLeave}
      title={upload.page.name}
      className="min-w-0 flex-1 truncate text-sm font-[550] text-ink-strong hover:underline"
    >
      {upload.name}
    </Link>
  );
}

function Status({ of: { uploadFile } }: { of: UploadElsewhere }) {
  const { t } = useTranslation();
  const { currentStatus, progress } = uploadFile;
  return (
    <span>
      <StatusTag tone={STATUS_TONES[currentStatus]}>
        {statusWords(currentStatus, currentStatus === WAITING ? null : progress, t)}
      </StatusTag>
    </span>
  );
}

function Ready({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { count, link } = useReady();
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-2 border-t border-line px-3.5 py-2.5 text-xs text-mut">
      <CircleCheck aria-hidden size={15} className="shrink-0 text-good" />
      <span className="flex-1">{t("videos.uploads.ready", { count })}</span>
      {link ? (
        <Link to={link} onClick={onLeave} className="font-[550] text-accent-ink hover:underline">
          {t("videos.uploads.toVideos")}
        </Link>
      ) : null}
    </p>
  );
}
