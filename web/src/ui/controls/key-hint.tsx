import { isMac } from "@/lib/shortcuts";

const NAMES: Record<string, string> = {
  mod: isMac ? "⌘" : "Ctrl",
  shift: "⇧",
  Enter: "↵",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Space: "␣",
};

/** Keys as printed on the keyboard: `<KeyHint keys="mod+k" />`. */
export function KeyHint({ keys }: { keys: string }) {
  const names = keys.split("+").map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return (
    <kbd className="rounded-sm border border-b-2 border-line bg-hover px-[5px] font-sans text-[11px] leading-4 font-medium text-ink-soft">
      {names.join(" ")}
    </kbd>
  );
}
