/** The names of a person's branches in a row, in two lines where width is short. */

/** So many px suffice for two lines of branches. */
export const BRANCHES_PX = 112;

export function Branches({ names }: { names: string }) {
  return (
    <span title={names} className="line-clamp-2 leading-tight break-words whitespace-normal">
      {names || "—"}
    </span>
  );
}
