/** The dialog's files: chosen, completed, handed to the upload manager one by one. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TabProps } from "@/entities/groups/group-tabs";
import { inPhase, percentOf, type Upload } from "@/entities/videos/uploads/upload-item";
import { addToQueue, chooseFile, waitsFor } from "@/entities/videos/uploads/upload-manager";
import { useUploads } from "@/entities/videos/uploads/upload-store";
import { videosPath, WAITING } from "@/entities/videos/video-types";
import { useLanguage } from "@/i18n/use-language";
import { formatSize } from "@/lib/format/numbers";
import { useUnsaved } from "@/lib/unsaved";
import { showDone, showWarning } from "@/ui/feedback/toast";
import { type Draft, draftOf, isComplete, MAX_FILES, refusalOf } from "./drafts";

export interface DialogGroup {
  at: TabProps;
  name: string;
}

type DraftsOptions = { group: DialogGroup; maxBytes: number | null; lessonName: (id: number) => string };

export function useDrafts({ group, maxBytes, lessonName }: DraftsOptions) {
  const { t } = useTranslation();
  const language = useLanguage();
  /** All files of this dialog in their order; those that began are uploads by the same key. */
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set());
  const waiting = drafts.filter(({ key }) => !begun.has(key));
  const uploads = useUploads();
  // A done or deleted upload leaves the dialog, and its place in it.
  const isListed = ({ key }: Draft) => !begun.has(key) || uploads.some((upload) => upload.key === key);
  const listed = drafts.filter(isListed);
  useUnsaved(waiting.length > 0);

  const choose = async (files: readonly File[]) => {
    const room = MAX_FILES - listed.length;
    if (files.length > room) showWarning(t("videos.upload.tooMany", { max: MAX_FILES }));
    const added: Draft[] = [];
    for (const file of files.slice(0, Math.max(0, room))) {
      const unfinished = waitsFor(file);
      if (unfinished?.group.id === group.at.groupId) {
        added.push(goOnWith(file, unfinished));
        continue;
      }
      const refusal = await refusalOf(file, maxBytes);
      if (!refusal) added.push(draftOf(file));
      else
        showWarning(
          t(`videos.upload.${refusal.reason}`, { name: refusal.name, size: formatSize(maxBytes ?? 0, language) }),
        );
    }
    setDrafts((before) => [...before.filter(isListed), ...added].slice(0, MAX_FILES));
  };

  /** Begun in an earlier visit: it goes on instead of beginning anew (D-67). */
  const goOnWith = (file: File, upload: Upload): Draft => {
    const { key, name, lesson } = upload;
    setBegun((before) => new Set([...before, key]));
    chooseFile(key, file);
    showDone(t("videos.upload.goesOnFrom", { name, percent: percentOf(upload) }));
    return { key, file, name, lessonId: lesson.id, wanted: true };
  };

  const begin = (ready: readonly Draft[]) => {
    if (ready.length === 0) return;
    setBegun((before) => new Set([...before, ...ready.map(({ key }) => key)]));
    addToQueue(ready.map((draft) => uploadOf(draft, group, lessonName)));
  };

  /** A change that completes a wanted file begins it; a name only once the field is left. */
  const edit = (key: string, change: Partial<Pick<Draft, "name" | "lessonId">>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
  const settle = (key: string, change: Partial<Pick<Draft, "lessonId">> = {}) => {
    const draft = drafts.find((one) => one.key === key);
    if (!draft) return;
    const next = { ...draft, ...change };
    edit(key, change);
    if (next.wanted && isComplete(next) && !begun.has(key)) begin([next]);
  };

  /** Begins what is complete; what lacks something says so. No file: nothing happens (R2-308). */
  const start = () => {
    setDrafts((before) => before.map((draft) => ({ ...draft, wanted: true })));
    begin(waiting.filter(isComplete));
  };
  const take = (key: string) => setDrafts((before) => before.filter((draft) => draft.key !== key));
  return { listed, waiting, choose, edit, settle, start, take };
}

function uploadOf(
  { key, file, name, lessonId = 0 }: Draft,
  { at, name: groupName }: DialogGroup,
  lessonName: (id: number) => string,
): Upload {
  const nothing = () => undefined;
  const upload: Upload = {
    key,
    id: null,
    videoId: "",
    audience: at.audience,
    name: name.trim(),
    origName: file.name,
    size: file.size,
    lastModified: file.lastModified,
    file,
    lesson: { id: lessonId, name: lessonName(lessonId) },
    group: { id: at.groupId, name: groupName },
    chapter: { id: null, name: "" },
    page: { link: videosPath(at), name: groupName },
    phase: "queued",
    bytes: 0,
    samples: [],
    fault: null,
    nextTry: null,
    statusHistories: [],
    uploadFile: { currentStatus: WAITING, progress: null, isVisible: true, abort: nothing, start: nothing },
  };
  return inPhase(upload, "queued");
}
