/** The check of an exam: a score or a reason of failing, what it will earn, a message (D-87, D-82). */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { MessageField } from "@/entities/homework/remarks/message-field";
import { EarnedLine, SaveError } from "@/entities/homework/save-outcome";
import { PASSING_SCORE, scoreOf } from "@/entities/homework/score";
import { BandScale, QuickScores, ScoreField } from "@/entities/homework/score-field";
import { Button } from "@/ui/controls/button";
import { KeyHint } from "@/ui/controls/key-hint";
import { Select } from "@/ui/popover/combobox";
import { useFailingReasons } from "../use-failing-reasons";
import { isComplete, type Saving, type Typed } from "./use-exam-check";

/** Lower bounds of the bands (D-22). */
const BANDS = [
  { band: "top", from: 86 },
  { band: "good", from: 71 },
  { band: "satisfactory", from: PASSING_SCORE },
  { band: "awful", from: 1 },
] as const;
/** Scores that a thumb chooses, one of each band. */
const QUICK = [45, 65, 78, 92];
const bandOf = (score: number) => BANDS.find(({ from }) => score >= from)?.band ?? null;

type PanelProps = {
  id: number;
  typed: Typed;
  saving: Saving;
  disabled: boolean;
  /** After the announcement a change needs a reason, and nothing follows in the queue. */
  corrects: boolean;
  messageRef: RefObject<HTMLTextAreaElement | null>;
  onType: (typed: Partial<Typed>) => void;
  onSave: () => void;
};

export function ExamScorePanel(props: PanelProps) {
  const { id, typed, saving, disabled, corrects, messageRef, onType, onSave } = props;
  const { t } = useTranslation();
  const score = scoreOf(typed.score);
  const reasons = useFailingReasons();
  const needsText = reasons.find((one) => one.id === typed.failingReasonId)?.needsText ?? false;
  const ready = isComplete(typed, needsText) && (!corrects || typed.reason.trim() !== "");
  // After choosing a reason Enter saves: the focus goes to the text that the reason needs, else to the button.
  const justChosen = useRef(false);
  const reasonText = useRef<HTMLInputElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const chosen = typed.failingReasonId;
  useEffect(() => {
    if (!justChosen.current || chosen === null) return;
    justChosen.current = false;
    (needsText ? reasonText : saveButton).current?.focus();
  }, [chosen, needsText]);
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (ready) onSave();
  };
  return (
    <section aria-label={t("checking.score")} className="grid gap-3">
      <h2 className="text-base font-[650] text-ink-strong max-sm:sr-only">{t("checking.score")}</h2>
      <ScoreField
        typed={typed.score}
        disabled={disabled}
        words={
          typed.failingReasonId === null
            ? { accepts: t("exams.results.passed"), rejects: t("exams.results.failed") }
            : { accepts: t("exams.results.failedExam"), rejects: t("exams.results.failedExam") }
        }
        onType={(text) => onType({ score: text })}
        onEnter={onSave}
      />
      <Earns id={id} score={typed.failingReasonId === null ? score : null} />
      <BandScale lowest={BANDS.map(({ from }) => from)} />
      <QuickScores
        score={score}
        disabled={disabled}
        choices={QUICK.map((one) => ({ score: one, label: t(`exams.short.${bandOf(one) ?? "awful"}`) }))}
        onChoose={(one) => onType({ score: String(one) })}
      />
      <Select
        label={t("exams.failingReason")}
        placeholder={t("exams.noReason")}
        options={reasons.map((one) => ({ value: one.id, label: one.name }))}
        value={typed.failingReasonId ?? undefined}
        clearable
        disabled={disabled}
        onChange={(reason) => {
          justChosen.current = reason !== undefined && reason !== chosen;
          onType({ failingReasonId: reason ?? null });
        }}
      />
      {typed.failingReasonId === null ? null : (
        <Labelled label={t(needsText ? "exams.reasonText" : "exams.reasonTextOptional")}>
          <input
            ref={reasonText}
            type="text"
            maxLength={500}
            disabled={disabled}
            value={typed.failingText}
            onKeyDown={saveOnEnter}
            onChange={(event) => onType({ failingText: event.target.value })}
            className="field"
          />
        </Labelled>
      )}
      <MessageField
        text={typed.message}
        disabled={disabled}
        label={{ name: t("exams.comment"), hint: t(corrects ? "exams.commentNow" : "exams.commentLater") }}
        messageRef={messageRef}
        onType={(message) => onType({ message })}
      />
      {corrects ? (
        <Labelled label={t("exams.correctionReason")}>
          <input
            type="text"
            maxLength={500}
            disabled={disabled}
            value={typed.reason}
            onKeyDown={saveOnEnter}
            onChange={(event) => onType({ reason: event.target.value })}
            className="field"
          />
        </Labelled>
      ) : null}
      <SaveError error={saving.error} />
      <Button
        ref={saveButton}
        look="main"
        size="large"
        saves
        className="w-full"
        fixed={ready || disabled ? undefined : t(corrects ? "exams.reasonFirst" : "exams.scoreFirst")}
        disabled={disabled}
        pending={saving.pending}
        onClick={onSave}
      >
        {t(corrects ? "exams.correct" : "checking.saveAndNext")}
        {corrects ? null : (
          <span className="max-sm:hidden">
            <KeyHint keys="Enter" />
          </span>
        )}
      </Button>
    </section>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="grid gap-1.5 text-sm text-ink-soft">
      {label}
      {children}
    </label>
  );
}

/** What the announcement will post for this score. */
function Earns({ id, score }: { id: number; score: number | null }) {
  const { t } = useTranslation();
  const preview = useRead(
    "/exams/results/{id}/award-preview",
    { path: { id }, query: { score: score ?? 0 } },
    { enabled: score !== null, keepPreviousData: true, staleTime: 60_000 },
  );
  const band = score === null ? null : bandOf(score);
  const award = score === null ? undefined : preview.data?.award;
  return <EarnedLine band={band ? t(`exams.bands.${band}`) : t("checking.typeScore")} award={award} />;
}
