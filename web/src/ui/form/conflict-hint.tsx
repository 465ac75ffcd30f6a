interface ConflictHintProps {
  /** The value that another person wrote in the meantime, in a sentence. */
  text: string;
  /** Label of the button that replaces the typed value. */
  take: string;
  onTake: () => void;
}

/** Value that another person wrote in the meantime (D-8); it can replace the typed one. */
export function ConflictHint({ text, take, onTake }: ConflictHintProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-warn">
      <span className="[overflow-wrap:anywhere]">{text}</span>
      <button type="button" onClick={onTake} className="min-h-8 underline max-sm:min-h-11">
        {take}
      </button>
    </span>
  );
}
