import { lazy, Suspense } from "react";
import { fetched } from "@/lib/lazy/fetched";
import type { DialogWindowProps } from "./dialog-window";

const Window = lazy(async () => ({ default: (await fetched(() => import("./dialog-window"))).DialogWindow }));

export type DialogProps = DialogWindowProps & { open: boolean };

/** A window over the page. Escape and the background close it; the focus comes back to where it was. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? (
    <Suspense>
      <Window {...rest} />
    </Suspense>
  ) : null;
}
