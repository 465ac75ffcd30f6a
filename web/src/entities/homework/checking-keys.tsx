/** The keys of checking, the same for homework and exams: digits, Enter, J, K, M and Z (ui.md). */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useShortcut } from "@/lib/shortcuts";
import { KeyHint } from "@/ui/controls/key-hint";

const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

type Handlers = {
  digit: (digit: string) => void;
  erase: () => void;
  save: () => void;
  move: (by: 1 | -1) => void;
  message: () => void;
  undo: () => void;
};

/** A score that is typed leaves the control pressed last, which would take the Enter that saves. */
function leaveControl(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Two digits and Enter check one work; J and K move, M writes a message, Z undoes. */
export function useCheckingKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useDigits((digit) => {
    leaveControl();
    latest.current.digit(digit);
  });
  useShortcut({ keys: "Backspace", label: "checking.keys.erase", run: handlers.erase });
  useShortcut({ keys: "Enter", label: "checking.keys.save", run: handlers.save });
  useShortcut({ keys: "mod+Enter", label: "checking.keys.saveMessage", inFields: true, run: handlers.save });
  useShortcut({ keys: "j", label: "checking.keys.next", run: () => handlers.move(1) });
  useShortcut({ keys: "k", label: "checking.keys.previous", run: () => handlers.move(-1) });
  useShortcut({ keys: "m", label: "checking.keys.message", run: handlers.message });
  useShortcut({ keys: "z", label: "checking.keys.undo", run: handlers.undo });
}

function useDigits(onDigit: (digit: string) => void): void {
  const latest = useRef(onDigit);
  useEffect(() => {
    latest.current = onDigit;
  });
  const [zero, one, two, three, four, five, six, seven, eight, nine] = DIGITS;
  useShortcut({ keys: zero, label: "checking.keys.digits", run: () => latest.current(zero) });
  useShortcut({ keys: one, label: "checking.keys.digits", run: () => latest.current(one) });
  useShortcut({ keys: two, label: "checking.keys.digits", run: () => latest.current(two) });
  useShortcut({ keys: three, label: "checking.keys.digits", run: () => latest.current(three) });
  useShortcut({ keys: four, label: "checking.keys.digits", run: () => latest.current(four) });
  useShortcut({ keys: five, label: "checking.keys.digits", run: () => latest.current(five) });
  useShortcut({ keys: six, label: "checking.keys.digits", run: () => latest.current(six) });
  useShortcut({ keys: seven, label: "checking.keys.digits", run: () => latest.current(seven) });
  useShortcut({ keys: eight, label: "checking.keys.digits", run: () => latest.current(eight) });
  useShortcut({ keys: nine, label: "checking.keys.digits", run: () => latest.current(nine) });
}

/** The keys that people need all day; `?` lists all. `message`: the name of the field that M focuses. */
export function CheckingKeys({ message }: { message?: string }) {
  const { t } = useTranslation();
  return (
    <dl className="mt-5 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm text-mut max-sm:hidden">
      <dt className="flex gap-1">
        <KeyHint keys="j" />
        <KeyHint keys="k" />
      </dt>
      <dd>{t("checking.keys.move")}</dd>
      <dt>
        <KeyHint keys="m" />
      </dt>
      <dd>{message ?? t("checking.keys.message")}</dd>
      <dt>
        <KeyHint keys="z" />
      </dt>
      <dd>{t("checking.keys.undo")}</dd>
    </dl>
  );
}
