import { useState } from "react";
import { cx } from "@/ui/cx";

/** Background and ink of the six tints; every pair reads at 4.5:1 and more. */
const TINTS = [
  ["#ead3a6", "#5e421d"],
  ["#d6dee6", "#2f4558"],
  ["#e6dbe6", "#54405a"],
  ["#e8d5cf", "#6b3a2c"],
  ["#dfe3d2", "#414d24"],
  ["#d3e3df", "#23504a"],
] as const;

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words[1]].map((word) => word?.match(/\p{L}/u)?.[0] ?? "");
  return letters.join("").toLocaleUpperCase() || "?";
}

/** The same person has the same tint everywhere. */
export function tintOf(seed: string): readonly [string, string] {
  let sum = 0;
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return TINTS[sum % TINTS.length] ?? TINTS[0];
}

type AvatarProps = {
  name: string;
  /** Tint of a person without a name. */
  id?: number | undefined;
  photo?: string | null | undefined;
  size?: "small" | "normal" | "large";
  className?: string;
};

const sizes = { small: "size-7 text-[11px]", normal: "size-8 text-xs", large: "size-18 text-2xl" };

/** A person's photo, or the initials on a tint. The name is beside it, so it is hidden from screen readers. */
export function Avatar({ name, id, photo, size = "normal", className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const [background, ink] = tintOf(name.trim() || String(id ?? ""));
  const shown = photo && broken !== photo;
  return (
    <span
      aria-hidden
      // Drawn as SVG: the letters are not part of any name that is read out or copied.
      data-initials={shown ? undefined : initialsOf(name)}
      className={cx(
        "before:content-[attr(data-initials)] grid shrink-0 place-items-center overflow-hidden rounded-full font-[650] select-none",
        sizes[size],
        className,
      )}
      style={{ background, color: ink }}
    >
      {shown ? (
        <img src={photo} alt="" loading="lazy" className="size-full object-cover" onError={() => setBroken(photo)} />
      ) : null}
    </span>
  );
}
