/** Voice recording of a homework: record in the page, play back, record again (R2-188). */
import { Mic, RotateCcw, Square, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { ProgressBar } from "@/ui/feedback/progress";
import { MAX_SECONDS, type Recording, useRecorder } from "./use-recorder";
import { useBusy, useWorkUpload, type VoiceFile } from "./use-work-upload";

type VoiceRecorderProps = {
  voice: VoiceFile | null;
  onChange: (voice: VoiceFile | null) => void;
  onBusy?: (busy: boolean) => void;
};

export function VoiceRecorder({ voice, onChange, onBusy }: VoiceRecorderProps) {
  const { t } = useTranslation();
  const { sending, wrong, send } = useWorkUpload();
  const [unsent, setUnsent] = useState<Recording | null>(null);
  const store = async (recording: Recording) => {
    setUnsent(recording);
    const name = `voice.${recording.extension}`;
    const query = { duration: String(recording.seconds) };
    const stored = await send<{ voice: VoiceFile }>("/upload/homework-voice", recording.blob, name, query);
    if (!stored) return;
    setUnsent(null);
    onChange(stored.voice);
  };
  const { state, seconds, start, stop } = useRecorder((recording) => void store(recording));
  const place = useKeptPlace(state === "recording");
  const busy = sending !== null || state === "asking";
  // a recording that was not stored waits for another try
  useBusy(busy || state === "recording" || unsent !== null, onBusy);
  return (
    <fieldset ref={place} tabIndex={-1} className="grid grid-cols-1 gap-2 outline-none">
      <legend className="mb-1.5 text-sm font-[550] text-ink">{t("homework.voice")}</legend>
      {voice && state !== "recording" ? <VoicePlayer voice={voice} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        {state === "recording" ? (
          <>
            <Button icon={Square} onClick={stop}>
              {t("homework.stopRecording")}
            </Button>
            <span className="flex items-center gap-2 text-sm text-bad tabular-nums">
              <span aria-hidden className="size-2.5 rounded-full bg-bad motion-safe:animate-pulse" />
              {clock(seconds)} / {clock(MAX_SECONDS)}
            </span>
            <span role="status" className="sr-only">
              {t("homework.recording")}
            </span>
          </>
        ) : (
          <Button icon={voice ? RotateCcw : Mic} saves pending={busy} onClick={() => void start()}>
            {t(voice ? "homework.recordAgain" : "homework.record")}
          </Button>
        )}
        {voice && state !== "recording" ? (
          <Button look="quiet" icon={Trash2} disabled={busy} onClick={() => onChange(null)}>
            {t("homework.removeVoice")}
          </Button>
        ) : null}
        {unsent && !busy ? <Button onClick={() => void store(unsent)}>{t("homework.sendVoiceAgain")}</Button> : null}
      </div>
      {sending ? <ProgressBar percent={sending.percent} label={t("homework.sendingVoice")} /> : null}
      <p aria-live="polite" className={wrong || state === "refused" ? "text-sm text-bad" : "text-sm text-mut"}>
        {wrong || t(state === "refused" ? "homework.microphoneRefused" : "homework.voiceHelp", { minutes: 5 })}
      </p>
    </fieldset>
  );
}

/** The pressed button goes as a recording starts or ends: the keyboard stays, on the one that stops it while it runs. */
function useKeptPlace(recording: boolean) {
  const place = useRef<HTMLFieldSetElement>(null);
  const was = useRef(recording);
  useEffect(() => {
    if (was.current === recording) return;
    was.current = recording;
    if (document.activeElement !== document.body) return;
    const stop = recording ? place.current?.querySelector("button") : null;
    (stop ?? place.current)?.focus();
  }, [recording]);
  return place;
}

/** Plays a recording; its length is stored, because a recorder's file often lacks it. */
export function VoicePlayer({ voice }: { voice: VoiceFile }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-3">
      {/* biome-ignore lint/a11y/useMediaCaption: a recording by the teacher has no captions */}
      <audio controls preload="metadata" src={voice.url} aria-label={t("homework.voice")} className="h-10 max-w-full" />
      <span className="text-sm text-mut tabular-nums">{clock(voice.duration)}</span>
    </div>
  );
}

export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
