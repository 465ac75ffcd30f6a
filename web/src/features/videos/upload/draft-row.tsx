/** A chosen file before its upload: its name and its lesson, with what is missing beside them (R2-303, R2-304). */
import { X } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { STATUS_TONES, STATUS_WORDS } from "@/entities/videos/status-words";
import { WAITING } from "@/entities/videos/video-types";
import { useLanguage } from "@/i18n/use-language";
import { formatSize } from "@/lib/format/numbers";
import { IconButton } from "@/ui/controls/button";
import { StatusTag } from "@/ui/display/status-tag";
import { Select } from "@/ui/popover/combobox";
import type { LessonOptions } from "../lesson-options";
import { type Draft, gapsOf, MAX_NAME } from "./drafts";

export const ROW =
  "grid grid-cols-[minmax(0,1fr)_232px_108px] items-center gap-x-2.5 gap-y-2 px-5 py-3 max-sm:grid-cols-[minmax(0,1fr)_auto]";

type DraftRowProps = {
  of: Draft;
  lessons: LessonOptions;
  onName: (name: string) => void;
  onNamed: () => void;
  onLesson: (lessonId: number | undefined) => void;
  onTake: () => void;
};

export function DraftRow({ of: draft, lessons, onName, onNamed, onLesson, onTake }: DraftRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const gaps = gapsOf(draft);
  const nameWrong = gaps.name === "tooLong" || (draft.wanted && gaps.name === "missing");
  const lessonWrong = draft.wanted && gaps.lesson;
  const words = [
    nameWrong
      ? t(gaps.name === "tooLong" ? "videos.upload.nameTooLong" : "videos.upload.nameMissing", { max: MAX_NAME })
      : null,
    lessonWrong ? t("videos.upload.lessonMissing") : null,
  ].filter(Boolean);
  return (
    <li className={ROW}>
      <input
        type="text"
        className="field min-w-0 font-medium max-sm:col-span-2"
        aria-label={`${t("videos.upload.name")}: ${draft.file.name}`}
        aria-required
        aria-invalid={nameWrong || undefined}
        aria-describedby={id}
        value={draft.name}
        onChange={(event) => onName(event.target.value)}
        onBlur={onNamed}
      />
      <Select
        label={t("videos.upload.lesson")}
        placeholder={t(
          !lessons.loading && lessons.options.length === 0 ? "videos.upload.noLessons" : "videos.upload.chooseLesson",
        )}
        options={lessons.options}
        loading={lessons.loading}
        value={draft.lessonId}
        onChange={onLesson}
        invalid={lessonWrong}
        describedBy={id}
        className="min-w-0 max-sm:order-1"
      />
      <span className="flex justify-end max-sm:order-2">
        <IconButton icon={X} label={t("videos.upload.take")} onClick={onTake} />
      </span>
      <div className="col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 text-xs max-sm:order-3">
        {draft.wanted ? <StatusTag tone={STATUS_TONES[WAITING]}>{t(STATUS_WORDS[WAITING])}</StatusTag> : null}
        <span id={id} aria-live="polite" className="min-w-0 flex-1 text-bad max-sm:order-1 max-sm:basis-full">
          {words.join(". ")}
        </span>
        <span className="ml-auto whitespace-nowrap text-mut tabular-nums">{formatSize(draft.file.size, language)}</span>
      </div>
    </li>
  );
}
