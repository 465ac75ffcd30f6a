/**
 * The preview of a record beside its list, which stays usable: ↑ ↓ move along the list, Enter opens the record, Space or
 * Escape closes the panel.
 */
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "@/ui/dialog/side-panel";

interface PreviewPanelProps {
  title: string;
  onClose: () => void;
  /** Down by one row, or up. */
  onWalk: (by: 1 | -1) => void;
  /** Opens the page of the record, where there is one. */
  onOpen?: (() => void) | undefined;
  /** Beside the close button: the link to the record's page. */
  actions?: ReactNode;
  children: ReactNode;
}

export function PreviewPanel({ title, onClose, onWalk, onOpen, actions, children }: PreviewPanelProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // A menu of the panel is elsewhere in the document, and Space and Enter belong to a focused control.
    if (!event.currentTarget.contains(target) || event.defaultPrevented) return;
    if (event.key === "ArrowDown") onWalk(1);
    else if (event.key === "ArrowUp") onWalk(-1);
    else if (target.closest("button, a, input, select, textarea")) return;
    else if (event.key === " ") onClose();
    else if (event.key === "Enter" && onOpen) onOpen();
    else return;
    event.preventDefault();
  };
  return (
    <SidePanel open beside title={title} onClose={onClose} onKeyDown={onKeyDown} actions={actions}>
      {children}
      <p className="mt-6 text-xs text-mut max-sm:hidden">{t(onOpen ? "table.peekWalkOpen" : "table.peekWalk")}</p>
    </SidePanel>
  );
}
