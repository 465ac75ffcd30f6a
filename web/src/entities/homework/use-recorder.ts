/** Voice recording in the page: webm or mp4, at most five minutes (R2-188, D-81). */
import { useEffect, useRef, useState } from "react";

export const MAX_SECONDS = 300;
const TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4"] as const;

export type Recording = { blob: Blob; seconds: number; extension: "webm" | "mp4" };
/** refused: the browser has no microphone, or the person does not allow it. */
export type RecorderState = "idle" | "asking" | "recording" | "refused";

type Running = { recorder: MediaRecorder; stream: MediaStream; beganAt: number };

export function useRecorder(onDone: (recording: Recording) => void) {
  const running = useRef<Running>(null);
  const done = useRef(onDone);
  const [state, setState] = useState<RecorderState>("idle");
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => () => release(running.current), []);
  useEffect(() => {
    if (state !== "recording") return;
    const timer = setInterval(() => {
      const passed = passedSince(running.current);
      setSeconds(Math.floor(passed));
      if (passed >= MAX_SECONDS) running.current?.recorder.stop();
    }, 250);
    return () => clearInterval(timer);
  }, [state]);

  const start = async () => {
    setState("asking");
    setSeconds(0);
    const opened = await openMicrophone();
    if (!opened) return setState("refused");
    const { recorder, stream } = opened;
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onstop = () => {
      const passed = passedSince(running.current);
      release(running.current);
      running.current = null;
      setState("idle");
      const extension = recorder.mimeType.startsWith("audio/mp4") ? "mp4" : "webm";
      const blob = new Blob(pieces, { type: `audio/${extension}` });
      if (blob.size > 0)
        done.current({ blob, seconds: Math.min(MAX_SECONDS, Math.max(1, Math.round(passed))), extension });
    };
    running.current = { recorder, stream, beganAt: performance.now() };
    recorder.start(1000);
    setState("recording");
  };
  return { state, seconds, start, stop: () => running.current?.recorder.stop() };
}

const passedSince = (running: Running | null) => (running ? (performance.now() - running.beganAt) / 1000 : 0);

function release(running: Running | null) {
  if (!running) return;
  if (running.recorder.state === "recording") {
    running.recorder.onstop = null;
    running.recorder.stop();
  }
  for (const track of running.stream.getTracks()) track.stop();
}

async function openMicrophone(): Promise<Pick<Running, "recorder" | "stream"> | null> {
  try {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    if (!mimeType) return null;
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    return { stream, recorder: new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 32_000 }) };
  } catch {
    return null;
  }
}
