/** The states of jobs and their colours. */
import type { Job } from "@/api/types";
import type { Tone } from "@/ui/display/status-tag";

export const STATES = ["waiting", "running", "done", "failed"] as const satisfies readonly Job["state"][];

export const STATE_TONES: Record<Job["state"], Tone> = {
  waiting: "quiet",
  running: "info",
  done: "good",
  failed: "bad",
};

export const isUnderWay = ({ state }: Pick<Job, "state">): boolean => state === "waiting" || state === "running";

export const POLL_EVERY_MS = 2_000;
