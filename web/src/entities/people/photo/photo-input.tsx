import type { RefObject } from "react";
import { CHOSEN_NAMES } from "./picture";

type PhotoInputProps = { ref: RefObject<HTMLInputElement | null>; onFile: (file: File | undefined) => void };

/** Hidden file input that a visible button opens; the same file can be chosen twice. */
export function PhotoInput({ ref, onFile }: PhotoInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={CHOSEN_NAMES}
      tabIndex={-1}
      aria-hidden
      data-photo-input
      className="hidden"
      onChange={(event) => {
        onFile(event.target.files?.[0]);
        event.target.value = "";
      }}
    />
  );
}
