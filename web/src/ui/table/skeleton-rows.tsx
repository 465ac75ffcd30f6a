import { Skeleton } from "@/ui/feedback/skeleton";

const widths = ["w-8", "w-40", "w-24", "w-16", "w-20"];

/** Rows on their way, in their height, so that nothing jumps when they come. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tbody aria-hidden>
      {numbers(rows).map((row) => (
        <tr key={row}>
          {numbers(columns).map((column) => (
            <td key={column} className="h-9 border-b border-line-soft px-3">
              <Skeleton className={`h-3.5 ${widths[column % widths.length]}`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
