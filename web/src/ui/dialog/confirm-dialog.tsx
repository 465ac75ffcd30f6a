import { lazy, Suspense } from "react";
import { fetched } from "@/lib/lazy/fetched";
import type { ConfirmWindowProps } from "./confirm-window";

const Window = lazy(async () => ({ default: (await fetched(() => import("./confirm-window"))).ConfirmWindow }));

export type ConfirmDialogProps = ConfirmWindowProps & { open: boolean };

/** Asks before what can't be undone, and names it. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps) {
  return open ? (
    <Suspense>
      <Window {...rest} />
    </Suspense>
  ) : null;
}
