import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { singleKeysOn } from "@/lib/shortcuts";
import { cx } from "@/ui/cx";
import { ABSENT, ATTENDED, LATE, type ShownMark, STATUSES, type Status } from "../state/sheet-state";

const NAMES = { [ATTENDED]: "attended", [ABSENT]: "absent", [LATE]: "late" } as const;

const chosen: Record<Status, string> = {
  [ATTENDED]: "bg-good-soft text-good",
  [ABSENT]: "bg-bad-soft text-bad",
  [LATE]: "bg-warn-soft text-warn",
};
const proposed: Record<Status, string> = {
  [ATTENDED]: "hatched text-good [--hatch:var(--good-soft)]",
  [ABSENT]: "hatched text-bad [--hatch:var(--bad-soft)]",
  [LATE]: "hatched text-warn [--hatch:var(--warn-soft)]",
};

/** Focusable part of a row. */
export const choiceId = (studentId: number) => `mark-${studentId}`;

/** Up and down the class where the single keys are switched off. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [...document.querySelectorAll<HTMLElement>("[role=radiogroup] [role=radio][tabindex='0']")];
  const group = event.currentTarget.parentElement;
  const next = stops[stops.findIndex((one) => one.parentElement === group) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type StatusChoiceProps = {
  studentId: number;
  name: string;
  now: ShownMark;
  disabled: boolean;
  onChoose: (status: Status) => void;
};

/** Attended, absent or late; hatched until it is confirmed: a door proposal, a mark sent late (D-70). */
export function StatusChoice({ studentId, name, now, disabled, onChoose }: StatusChoiceProps) {
  const { t } = useTranslation();
  const stop = now.status ?? ATTENDED;
  // Neither a door's proposal nor what waits for the office is a mark yet.
  const open = now.from === "door" || now.from === "waiting";
  return (
    <div
      role="radiogroup"
      aria-label={name}
      aria-disabled={disabled || undefined}
      className={cx(
        "inline-flex overflow-hidden rounded border max-sm:flex",
        disabled ? "border-line bg-sunken" : "border-line-strong bg-surface",
      )}
    >
      {STATUSES.map((status, index) => {
        const on = now.status === status;
        return (
          // biome-ignore lint/a11y/useSemanticElements: one of three joined buttons, moved in with the arrows
          <button
            key={status}
            type="button"
            role="radio"
            id={status === stop ? choiceId(studentId) : undefined}
            aria-checked={on && now.from !== "door"}
            // Bold from the start in width alone: a chosen button is as wide as the others.
            data-label={t(`attendance.statuses.${NAMES[status]}`)}
            disabled={disabled}
            tabIndex={status === stop ? 0 : -1}
            onClick={() => onChoose(status)}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              if (step) {
                event.preventDefault();
                const all = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>("[role=radio]");
                all?.[(index + step + STATUSES.length) % STATUSES.length]?.focus();
              } else if (!singleKeysOn()) walk(event);
            }}
            className={cx(
              "h-7 border-line px-2.5 text-xs font-[550] not-first:border-l focus-visible:-outline-offset-2 max-sm:h-11 max-sm:flex-1 max-sm:text-sm",
              "after:invisible after:block after:h-0 after:overflow-hidden after:font-[650] after:content-[attr(data-label)]",
              on ? (open ? proposed[status] : chosen[status]) : "text-mut",
              disabled ? "cursor-not-allowed" : !on && "hover:bg-hover hover:text-ink",
              disabled && !on && "text-mut/60",
              on && "font-[650]",
            )}
          >
            {t(`attendance.statuses.${NAMES[status]}`)}
            {on && now.from === "door" ? <span className="sr-only">, {t("attendance.byDoor")}</span> : null}
            {on && now.from === "waiting" ? <span className="sr-only">, {t("attendance.waits")}</span> : null}
          </button>
        );
      })}
    </div>
  );
}
