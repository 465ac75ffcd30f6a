/** The score at the right (on a phone: at the thumb): typed by digits, with what it earns, a message and the save. */
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { MessageField } from "@/entities/homework/remarks/message-field";
import { EarnedLine, SaveError } from "@/entities/homework/save-outcome";
import { BANDS, bandOf, scoreOf } from "@/entities/homework/score";
import { BandScale, QuickScores, ScoreField } from "@/entities/homework/score-field";
import { Button } from "@/ui/controls/button";
import { KeyHint } from "@/ui/controls/key-hint";
import type { SaveState, Typed } from "./checking-session";
import { useAwardPreview } from "./use-checking";

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
      <ScoreField
        typed={typed.score}
        disabled={disabled}
        words={{ accepts: t("checking.accepts"), rejects: t("checking.rejects") }}
        onType={(text) => onType({ score: text })}
        onEnter={onSave}
      />
      <Earned id={id} score={score} />
      <BandScale lowest={BANDS.map(({ from }) => from)} />
      <QuickScores
        score={score}
        disabled={disabled}
        choices={QUICK.map((one) => ({ score: one, label: t(`checking.short.${bandOf(one) ?? "awful"}`) }))}
        onChoose={(one) => onType({ score: String(one) })}
      />
      <MessageField
        text={typed.message}
        disabled={disabled}
        messageRef={messageRef}
        onType={(message) => onType({ message })}
      />
      <SaveError error={save?.state === "failed" ? save.error : undefined} />
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

/** Band, XP and silver of the score as it stands (D-82). */
function Earned({ id, score }: { id: number; score: number | null }) {
  const { t } = useTranslation();
  const preview = useAwardPreview(id, score);
  const band = score === null ? null : bandOf(score);
  const award = score === null ? undefined : preview.data?.award;
  const words = band ? t(`checking.bands.${band}`) : score === 0 ? t("checking.earnsNothing") : t("checking.typeScore");
  return <EarnedLine band={words} award={award} />;
}
