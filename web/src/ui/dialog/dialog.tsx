import { lazy, Suspense } from "react";
import { fetched } from "@/lib/lazy/fetched";
import type { DialogContentProps } from "./dialog-content";

const Content = lazy(async () => ({ default: (await fetched(() => import("./dialog-content"))).DialogContent }));

export type DialogProps = DialogContentProps & { open: boolean };

/** A dialog over the page. Escape and the background close it; the focus returns to where it was. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? (
    <Suspense>
      <Content {...rest} />
    </Suspense>
  ) : null;
}
