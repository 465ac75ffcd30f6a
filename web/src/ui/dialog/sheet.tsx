import { lazy, Suspense } from "react";
import { fetched } from "@/lib/lazy/fetched";
import type { SheetWindowProps } from "./sheet-window";

const Window = lazy(async () => ({ default: (await fetched(() => import("./sheet-window"))).SheetWindow }));

export type SheetProps = SheetWindowProps & { open: boolean };

/** A side sheet: one record beside the list it came from. */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? (
    <Suspense>
      <Window {...rest} />
    </Suspense>
  ) : null;
}
