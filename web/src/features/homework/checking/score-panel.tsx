/** The score at the right (on a phone: at the thumb): typed by digits, with what it earns, a message and the save. */
import { Settings2 } from "lucide-react";
import { type RefObject, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useRead } from "@/api/use-read";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button, IconButton } from "@/ui/controls/button";
import { KeyHint } from "@/ui/controls/key-hint";
import { cx } from "@/ui/cx";
import { StatusTag } from "@/ui/display/status-tag";
import type { SaveState, Typed } from "./checking-session";
import { expandRemark } from "./remark-codes";
import { BANDS, bandOf, isAccepted, scoreOf } from "./score";
import { useAwardPreview } from "./use-checking";

const RemarksDialog = lazyComponent(async () => (await import("./remarks-dialog")).RemarksDialog, ["checking", "form"]);

const MESSAGE_LENGTH = 1000;
/** Scores that a thumb chooses, one of each band. */
const QUICK = [45, 65, 78, 88, 97];

type ScoreProps = {
  id: number;
  typed: Typed;
  save: SaveState | undefined;
  disabled: boolean;
  messageRef: RefObject<HTMLTextAreaElement | null>;
  onType: (typed: Partial<Typed>) => void;
  onSave: () => void;
};

export function ScorePanel({ id, typed, save, disabled, messageRef, onType, onSave }: ScoreProps) {
  const { t } = useTranslation();
  const score = scoreOf(typed.score);
  return (
    <section aria-label={t("checking.score")} className="grid gap-3">
      <h2 className="text-base font-[650] text-ink-strong max-sm:sr-only">{t("checking.score")}</h2>
      <ScoreField typed={typed.score} disabled={disabled} onType={(text) => onType({ score: text })} onEnter={onSave} />
      <Earned id={id} score={score} />
      <BandScale />
      <QuickScores score={score} disabled={disabled} onChoose={(one) => onType({ score: String(one) })} />
      <MessageField
        text={typed.message}
        disabled={disabled}
        messageRef={messageRef}
        onType={(message) => onType({ message })}
      />
      <SaveError save={save} />
      <Button
        look="main"
        size="large"
        saves
        className="w-full"
        fixed={score === null && !disabled ? t("checking.scoreFirst") : undefined}
        disabled={disabled}
        pending={save?.state === "saving"}
        onClick={onSave}
      >
        {t("checking.saveAndNext")}
        <span className="max-sm:hidden">
          <KeyHint keys="Enter" />
        </span>
      </Button>
    </section>
  );
}

type FieldProps = { typed: string; disabled: boolean; onType: (text: string) => void; onEnter: () => void };

/** A text field of digits: a mouse wheel changes nothing, and nothing typed is no zero (H4, H5). */
function ScoreField({ typed, disabled, onType, onEnter }: FieldProps) {
  const { t } = useTranslation();
  const score = scoreOf(typed);
  return (
    <div className="flex items-baseline gap-2 rounded-lg border-2 border-accent bg-surface px-4 py-2 ring-4 ring-focus-halo">
      <input
        aria-label={t("checking.scoreOf100")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        disabled={disabled}
        value={typed}
        onChange={(event) => onType(event.target.value.replace(/\D/g, ""))}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          onEnter();
        }}
        className="w-[3ch] bg-transparent text-4xl font-bold tabular-nums text-ink-strong outline-none"
      />
      <span className="text-mut">/ 100</span>
      {score === null ? null : (
        <span className="ml-auto self-center">
          <StatusTag tone={isAccepted(score) ? "good" : "bad"}>
            {t(isAccepted(score) ? "checking.accepts" : "checking.rejects")}
          </StatusTag>
        </span>
      )}
    </div>
  );
}

/** Band, XP and silver of the score as it stands (D-82). */
function Earned({ id, score }: { id: number; score: number | null }) {
  const { t } = useTranslation();
  const preview = useAwardPreview(id, score);
  const band = score === null ? null : bandOf(score);
  const award = score === null ? undefined : preview.data?.award;
  return (
    <p
      className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-soft"
      aria-live="polite"
    >
      <span>
        {band ? t(`checking.bands.${band}`) : score === 0 ? t("checking.earnsNothing") : t("checking.typeScore")}
      </span>
      {award && (award.xp > 0 || award.silver > 0) ? (
        <span>
          <strong className="text-accent-ink">{t("checking.xp", { xp: award.xp })}</strong>
          {" · "}
          <strong className="text-ink-strong">{t("checking.silver", { silver: award.silver })}</strong>
          {award.levelAfter > award.levelBefore ? ` · ${t("checking.levelUp", { level: award.levelAfter })}` : null}
        </span>
      ) : null}
    </p>
  );
}

/** The bands on a line from 0 to 100, as a picture beside the words. */
function BandScale() {
  const bounds = [0, ...BANDS.map(({ from }) => from).filter((from) => from > 1)].sort((a, b) => a - b);
  const tones = ["bg-bad-soft", "bg-warn-soft", "bg-warn-soft", "bg-good-soft", "bg-good"];
  return (
    <div aria-hidden className="max-sm:hidden">
      <div className="flex gap-0.5">
        {bounds.map((from, place) => (
          <span
            key={from}
            className={cx("h-1.5 rounded-full", tones[place])}
            style={{ flexGrow: (bounds[place + 1] ?? 100) - from }}
          />
        ))}
      </div>
      <div className="relative mt-1 h-4 text-xs text-mut tabular-nums">
        {bounds.map((from) => (
          <span key={from} className="absolute -translate-x-1/2 first:translate-x-0" style={{ left: `${from}%` }}>
            {from}
          </span>
        ))}
      </div>
    </div>
  );
}

type QuickProps = { score: number | null; disabled: boolean; onChoose: (score: number) => void };

/** For the thumb: a score of each band. */
function QuickScores({ score, disabled, onChoose }: QuickProps) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-5 gap-2 sm:hidden">
      {QUICK.map((one) => (
        <button
          key={one}
          type="button"
          disabled={disabled}
          aria-pressed={score === one}
          onClick={() => onChoose(one)}
          className={cx(
            "min-h-11 rounded border text-center text-sm",
            score === one ? "border-accent bg-accent-soft" : "border-line-strong bg-surface",
          )}
        >
          <span className="block font-semibold tabular-nums text-ink-strong">{one}</span>
          <span className="block text-xs text-mut">{t(`checking.short.${bandOf(one) ?? "awful"}`)}</span>
        </button>
      ))}
    </div>
  );
}

type MessageProps = {
  text: string;
  disabled: boolean;
  messageRef: RefObject<HTMLTextAreaElement | null>;
  onType: (text: string) => void;
};

function MessageField({ text, disabled, messageRef, onType }: MessageProps) {
  const { t } = useTranslation();
  const remarks = useRead("/homework-chat/remarks", undefined, { staleTime: 300_000 }).data?.remarks ?? [];
  const [managed, setManaged] = useState(false);
  const write = (next: string, at: number) => {
    const expanded = expandRemark(next, at, remarks);
    onType((expanded?.text ?? next).slice(0, MESSAGE_LENGTH));
    if (expanded) {
      requestAnimationFrame(() => messageRef.current?.setSelectionRange(expanded.caret, expanded.caret));
    }
  };
  return (
    <div className="grid gap-2">
      <textarea
        ref={messageRef}
        aria-label={t("checking.message")}
        placeholder={t("checking.message")}
        rows={3}
        maxLength={MESSAGE_LENGTH}
        disabled={disabled}
        value={text}
        onChange={(event) => write(event.target.value, event.target.selectionStart)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        className="w-full rounded-lg border border-line-strong bg-surface p-3 text-ink placeholder:text-mut max-sm:h-11 max-sm:py-2.5"
      />
      <div className="flex items-center gap-2 overflow-hidden">
        <ul className="flex gap-2 max-sm:overflow-x-auto sm:flex-wrap" aria-label={t("checking.remarks")}>
          {remarks.slice(0, 6).map((remark) => (
            <li key={remark.id}>
              <button
                type="button"
                disabled={disabled}
                title={remark.text}
                onClick={() => onType([text.trim(), remark.text].filter(Boolean).join(" ").slice(0, MESSAGE_LENGTH))}
                className="max-w-[22ch] shrink-0 truncate rounded-full border border-accent-line bg-accent-soft px-3 py-0.5 text-sm text-accent-ink max-sm:min-h-11"
              >
                {`;${remark.code} ${remark.text}`}
              </button>
            </li>
          ))}
        </ul>
        <IconButton icon={Settings2} label={t("checking.remark.manage")} onClick={() => setManaged(true)} />
      </div>
      {managed ? (
        <Suspense>
          <RemarksDialog onClose={() => setManaged(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Why the save failed, beside what was typed; *save* repeats it. */
function SaveError({ save }: { save: SaveState | undefined }) {
  const { t } = useTranslation();
  if (save?.state !== "failed") return null;
  const reason = save.error instanceof ApiError ? save.error.message : t("errors.noInternet");
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
      {reason} {t("checking.kept")}
    </p>
  );
}
