import { Suspense } from "react";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import type { SidePanelContentProps } from "./side-panel-content";

const Content = lazyComponent(async () => (await import("./side-panel-content")).SidePanelContent, []);

export type SidePanelProps = SidePanelContentProps & { open: boolean };

/** A panel at the right edge: one record beside the list it came from. */
export function SidePanel({ open, ...rest }: SidePanelProps) {
  return open ? (
    <Suspense>
      <Content {...rest} />
    </Suspense>
  ) : null;
}
