import { lazy, Suspense } from "react";
import type { DialogWindowProps } from "./dialog-window";
import { fetched } from "./fetched";

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
