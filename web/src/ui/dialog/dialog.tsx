import { Suspense } from "react";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { DialogContentProps } from "./dialog-content";

const Content = lazyComponent(async () => (await import("./dialog-content")).DialogContent, []);

export type DialogProps = DialogContentProps & { open: boolean };

/** A dialog over the page. Escape and the background close it; the focus returns to where it was. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? (
    <Suspense>
      <Content {...rest} />
    </Suspense>
  ) : null;
}
