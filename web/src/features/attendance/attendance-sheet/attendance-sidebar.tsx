/** Sidebar of the class: counts, rejected marks, and the keys. */
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSingleKeys } from "@/lib/shortcuts";
import { Button } from "@/ui/controls/button";
import { KeyHint } from "@/ui/controls/key-hint";
import { cx } from "@/ui/cx";
import { ProgressBar } from "@/ui/feedback/progress";
import type { RejectedMark } from "../state/api-types";
import type { Counts } from "../state/sheet-state";
import type { usePush } from "../state/use-push";

function Box({ title, warns, children }: { title: string; warns?: boolean; children: ReactNode }) {
  return (
    <section
      // Below the class, rejected marks come before the counts: a class is long.
      className={cx("card p-4", warns && "border-accent-line bg-accent-soft @max-[960px]:order-first")}
    >
      <h2 className={cx("text-base font-[650]", warns ? "text-warn" : "text-ink-strong")}>{title}</h2>
      {children}
    </section>
  );
}

const tones = { attended: "text-good", late: "text-warn", absent: "text-bad", proposed: "text-good", unmarked: "" };

export function CountsBox({ counts, title, under }: { counts: Counts; title: string; under: boolean }) {
  const { t } = useTranslation();
  const marked = counts.total - counts.unmarked;
  const all = ["attended", "late", "absent", "proposed", "unmarked"] as const;
  return (
    <Box title={title}>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-3 gap-y-2">
        {all.map((one) =>
          counts[one] === 0 && (one === "proposed" || one === "unmarked") ? null : (
            <div key={one} className="contents">
              <dt className="text-mut">{t(`attendance.counts.${one}`)}</dt>
              <dd className={cx("text-right font-[650]", tones[one])}>{counts[one]}</dd>
            </div>
          ),
        )}
      </dl>
      <ProgressBar
        className="mt-3.5"
        label={t("attendance.counts.markedOf", { marked, total: counts.total })}
        percent={counts.total === 0 ? 0 : (100 * marked) / counts.total}
      />
      <p role="status" className="mt-2 text-xs text-mut empty:hidden">
        {under ? t("attendance.push.under") : null}
      </p>
    </Box>
  );
}

/** Students whom the school rejected, by name with its message, and the retry. */
export function PushBox({ push }: { push: ReturnType<typeof usePush> }) {
  const { t } = useTranslation();
  const { refused } = push;
  if (refused.length === 0) return null;
  return (
    <Box warns title={t("attendance.push.refused", { count: refused.length })}>
      <ul className="mt-1.5 grid gap-1 text-ink-soft">
        {refused.map((one) => (
          <li key={one.studentId}>
            {one.fullName} — {one.message || one.code}
          </li>
        ))}
      </ul>
      {refused.some((one) => one.retryable) ? (
        <Button
          size="small"
          saves
          icon={RefreshCw}
          pending={push.retrying}
          onClick={() => void push.retry()}
          className="mt-3"
        >
          {t("kit.sendAgain")}
        </Button>
      ) : null}
    </Box>
  );
}

/** Students whom the save left out, with the reason (A1). */
export function LeftOutBox({ refused, onSeen }: { refused: readonly RejectedMark[]; onSeen: () => void }) {
  const { t } = useTranslation();
  if (refused.length === 0) return null;
  return (
    <Box warns title={t("attendance.leftOut", { count: refused.length })}>
      <ul className="mt-1.5 grid gap-1 text-ink-soft">
        {refused.map((one) => (
          <li key={one.studentId}>
            {one.fullName} — {one.message}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={onSeen} className="mt-3">
        {t("attendance.understood")}
      </Button>
    </Box>
  );
}

export function KeysBox({ checksIn }: { checksIn: boolean }) {
  const { t } = useTranslation();
  const on = useSingleKeys();
  const keys: [string[], string][] = [
    [["ArrowUp", "ArrowDown"], t("attendance.keyHints.move")],
    [[t("attendance.keyHints.letters")], t("attendance.keyHints.byName")],
    [["1", "2", "3"], t("attendance.keyHints.status")],
    [["1", "2", "3"], t("attendance.keyHints.thenReason")],
    [["shift+r"], t("attendance.keyHints.reason")],
    [["shift+a"], t("attendance.keyHints.all")],
    ...(checksIn ? [[["shift+d"], t("attendance.keyHints.checkIn")] satisfies [string[], string]] : []),
    [["mod+Enter"], t("attendance.keyHints.save")],
  ];
  return (
    <Box title={t("shell.shortcuts")}>
      <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 text-sm text-mut">
        {keys.map(([names, label]) => (
          <div key={label} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <KeyHint key={name} keys={name} />
              ))}
            </dt>
            <dd className={cx(!on && !names.includes("mod+Enter") && "line-through")}>{label}</dd>
          </div>
        ))}
      </dl>
    </Box>
  );
}
