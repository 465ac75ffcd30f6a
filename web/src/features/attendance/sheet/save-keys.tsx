import { isMac } from "@/lib/shortcuts";

/** The keys that save, on the gold of their button. */
export function SaveKeys() {
  return (
    <kbd
      aria-hidden
      className="rounded-sm border border-white/25 bg-white/15 px-1.5 font-sans text-[11px] leading-4 font-medium max-sm:hidden"
    >
      {isMac ? "⌘" : "Ctrl"} ↵
    </kbd>
  );
}
