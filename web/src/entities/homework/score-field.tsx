/** A score as it is typed, on the line of its bands, and by the thumb. */
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import { StatusTag } from "@/ui/display/status-tag";
import { isAccepted, scoreOf } from "./score";

type FieldProps = {
  typed: string;
  disabled: boolean;
  /** What the score means: accepted and rejected of homework, passed and failed of an exam. */
  words: { accepts: string; rejects: string };
  onType: (text: string) => void;
  onEnter: () => void;
};

/** A text field of digits: a mouse wheel changes nothing, and nothing typed is no zero (H4, H5). */
export function ScoreField({ typed, disabled, words, onType, onEnter }: FieldProps) {
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
            {isAccepted(score) ? words.accepts : words.rejects}
          </StatusTag>
        </span>
      )}
    </div>
  );
}

/** The bands on a line from 0 to 100, as a picture beside the words. */
export function BandScale({ lowest }: { lowest: readonly number[] }) {
  const bounds = [0, ...lowest.filter((from) => from > 1)].sort((a, b) => a - b);
  const tones = [
    "bg-bad-soft",
    "bg-warn-soft",
    ...(bounds.length > 4 ? ["bg-warn-soft"] : []),
    "bg-good-soft",
    "bg-good",
  ];
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

type QuickProps = {
  score: number | null;
  disabled: boolean;
  /** A score of each band, with the band's short name. */
  choices: readonly { score: number; label: string }[];
  onChoose: (score: number) => void;
};

/** For the thumb: a score of each band. */
export function QuickScores({ score, disabled, choices, onChoose }: QuickProps) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 sm:hidden">
      {choices.map(({ score: one, label }) => (
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
          <span className="block text-xs text-mut">{label}</span>
        </button>
      ))}
    </div>
  );
}
