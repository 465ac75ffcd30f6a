import { Suspense } from "react";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { ConfirmDialogContentProps } from "./confirm-dialog-content";

const Content = lazyComponent(async () => (await import("./confirm-dialog-content")).ConfirmDialogContent, []);

export type ConfirmDialogProps = ConfirmDialogContentProps & { open: boolean };

/** A question before an action that can't be undone; it names what is lost. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps) {
  return open ? (
    <Suspense>
      <Content {...rest} />
    </Suspense>
  ) : null;
}
