/** Shapes, statuses and calls of videos, by audience (D-54). */
import type { Answer } from "@/api/request";
import { type Audience, groupPath, moduleOf, type TabProps } from "@/entities/groups/group-tabs";

export type VideoRow = Answer<"get", "/groups/for-admin/{id}/videos">["videos"][number];
export type VideoDetails = Answer<"get", "/video/for-admin/{id}">["video"];
export type Playback = Answer<"get", "/video/for-admin/{id}/play">;
export type UploadingRow = Answer<"get", "/video/uploading">["videos"][number];
export type UploadLink = Answer<"post", "/video/upload-links">;
export type HistoryEntry = UploadingRow["statusHistories"][number];
export type Status = VideoRow["status"];

/** R2-266. */
export const PROCESSING = 1;
export const DONE = 2;
export const ERROR = 3;
export const PAUSE = 4;
export const UPLOADING = 5;
export const WAITING = 6;

/** Statuses that pass by themselves: a list that shows one is read again every 5 s (R1-444). */
export const MOVING: ReadonlySet<Status> = new Set([PROCESSING, UPLOADING, WAITING]);
/** R1-444, R2-472. */
export const CHECK_MS = 5_000;

// Both calls of a pair have the same shape.
export const videosOfGroup = (audience: Audience) =>
  `/groups/for-${audience}/{id}/videos` as "/groups/for-admin/{id}/videos";
export const videoPath = (audience: Audience) => `/video/for-${audience}/{id}` as "/video/for-admin/{id}";
export const playPath = (audience: Audience) => `/video/for-${audience}/{id}/play` as "/video/for-admin/{id}/play";
export const updatePath = (audience: Audience) =>
  `/video/update-for-${audience}/{id}` as "/video/update-for-admin/{id}";
export const deletePath = (audience: Audience) =>
  `/video/delete-for-${audience}/{id}` as "/video/delete-for-admin/{id}";
export const statusPath = (audience: Audience) =>
  `/video/update-status-for-${audience}/{id}` as "/video/update-status-for-admin/{id}";
export const againPath = (audience: Audience) =>
  `/video/process-again-for-${audience}/{id}` as "/video/process-again-for-admin/{id}";

/** Reads that a change of a video makes stale. */
export const STALE = [
  "/groups/for-admin/{id}/videos",
  "/groups/for-academic/{id}/videos",
  "/video/for-admin/{id}",
  "/video/for-academic/{id}",
] as const;

/** Update is needed for every action (D-36, D-59). */
export const uploadsVideos = (audience: Audience) => `${moduleOf(audience)}:video_upload`;
export const ANY_UPLOADS = "all_groups:video_upload|my_groups:video_upload";

export const VIDEOS_TAB = 2;
export const videosPath = (at: TabProps) => `${groupPath(at.audience, at)}?tab=${VIDEOS_TAB}`;
