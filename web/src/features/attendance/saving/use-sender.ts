/** Sends what waits as soon as there is a connection, from wherever in the console its person is (D-70). */
import { useEffect } from "react";
import { say } from "@/i18n/texts";
import { useOnline } from "@/lib/online";
import { showDone } from "@/ui/feedback/toast";
import { draftsOf, type Kept, unsentOf, useKeptStamp } from "./kept-marks";
import { sendKept } from "./sending";

const AGAIN_MS = 15_000;

const waits = (kept: Kept) => kept.wish !== null;

/** What waits, has something to say, or was never saved, of this person. */
export function useUnsent(userId: number | undefined): Kept[] {
  const online = useOnline();
  useKeptStamp();
  const all = userId === undefined ? [] : [...unsentOf(userId), ...draftsOf(userId)];
  const waiting = all.filter(waits).map((kept) => kept.lessonId);
  const names = waiting.join();
  useEffect(() => {
    if (!online || userId === undefined || names === "") return;
    const send = async () => {
      for (const lessonId of names.split(",")) {
        const { outcome } = await sendKept(userId, Number(lessonId), true);
        if (outcome === "done") showDone(say("attendance.waiting.sent"));
      }
    };
    // A little later: who has just pressed *save* sends it himself.
    const first = setTimeout(() => void send(), 300);
    const again = setInterval(() => void send(), AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [online, userId, names]);
  return all;
}
