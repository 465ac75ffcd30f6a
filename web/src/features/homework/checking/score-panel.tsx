/** The score at the right (on a phone: at the thumb): typed by digits, with what it earns, a message and the save. */
import { Paperclip } from "lucide-react";
import { type RefObject, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { MessageField } from "@/entities/homework/remarks/message-field";
import { EarnedLine, SaveError } from "@/entities/homework/save-outcome";
import { BANDS, bandOf, scoreOf } from "@/entities/homework/score";
import { BandScale, QuickScores, ScoreField } from "@/entities/homework/score-field";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button, IconButton } from "@/ui/controls/button";
import { KeyHint } from "@/ui/controls/key-hint";
import { SkeletonLines } from "@/ui/feedback/skeleton";
import type { SaveState, Typed } from "./checking-session";
import { useAwardPreview } from "./use-checking";

const MessageAttachments = lazyComponent(
  async () => (await import("./message-attachments")).MessageAttachments,
  ["homework"],
);
/** Scores that a thumb chooses, one of each band. */
const QUICK = [45, 65, 78, 88, 97];

type ScoreProps = {
  id: number;
  typed: Typed;
  save: SaveState | undefined;
  disabled: boolean;
  messageRef: RefObject<HTMLTextAreaElement | null>;
  /** An upload is on its way, which a save would leave out. */
  uploading: boolean;
  onType: (typed: Partial<Typed>) => void;
  onUploading: (uploading: boolean) => void;
  onSave: () => void;
};

export function ScorePanel(props: ScoreProps) {
  const { id, typed, save, disabled, messageRef, uploading, onType, onUploading, onSave } = props;
  const { t } = useTranslation();
  const [attachingTo, setAttachingTo] = useState<number | null>(null);
  const attached = typed.files.length + (typed.voice ? 1 : 0);
  const attaches = attached > 0 || attachingTo === id;
  const score = scoreOf(typed.score);
  const waits = uploading ? t("checking.uploading") : score === null ? t("checking.scoreFirst") : undefined;
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
      >
        <IconButton
          icon={Paperclip}
          label={t("checking.attach")}
          badge={attached > 0 ? String(attached) : undefined}
          badgeLook="accent"
          disabled={disabled}
          aria-expanded={attaches}
          onClick={() => setAttachingTo(attaches ? null : id)}
        />
      </MessageField>
      {attaches && !disabled ? (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <MessageAttachments key={id} attached={typed} onChange={onType} onBusy={onUploading} />
        </Suspense>
      ) : null}
      <SaveError error={save?.state === "failed" ? save.error : undefined} />
      <Button
        look="main"
        size="large"
        saves
        className="w-full"
        fixed={disabled ? undefined : waits}
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
