/** A record beside its list. ↑ ↓ walk the list behind it, Enter opens the record, Space or Escape close it; the list stays usable. */
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "@/ui/dialog/side-panel";

interface PeekProps {
  title: string;
  onClose: () => void;
  /** One down or one up. */
  onWalk: (by: 1 | -1) => void;
  /** To the record's own page, where it has one. */
  onOpen?: (() => void) | undefined;
  /** Beside the close button: the way to the record's page. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Peek({ title, onClose, onWalk, onOpen, actions, children }: PeekProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // A menu opened from the sheet stands elsewhere, and a control keeps its own Space and Enter.
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
