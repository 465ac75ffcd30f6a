import { Skeleton } from "@/ui/feedback/skeleton";

const widths = ["w-8", "w-40", "w-24", "w-16", "w-20"];

/** Placeholders in the height of the rows to come, so that nothing below them moves. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tbody aria-hidden>
      {numbers(rows).map((row) => (
        <tr key={row}>
          {numbers(columns).map((column) => (
            <td key={column} className="h-9 border-b border-line-soft px-3">
              <Skeleton className={`h-3.5 max-w-full ${widths[column % widths.length]}`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
