/**
 * The preview of a record beside its list, which stays usable: ↑ ↓ move along the list, Enter opens the record, Space or
 * Escape closes the panel.
 */
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { buttonClass } from "@/ui/controls/button";
import { SidePanel } from "@/ui/dialog/side-panel";

interface PreviewPanelProps {
  title: string;
  onClose: () => void;
  /** Down by one row, or up. */
  onWalk: (by: 1 | -1) => void;
  /** Page of the record, where there is one: Enter and a link beside the close button lead there. */
  page?: string | undefined;
  children: ReactNode;
}

export function PreviewPanel({ title, onClose, onWalk, page, children }: PreviewPanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const link = page ? (
    <Link to={page} className={buttonClass("plain", "small")}>
      {t("table.open")}
    </Link>
  ) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // A menu of the panel is elsewhere in the document, and Space and Enter belong to a focused control.
    if (!event.currentTarget.contains(target) || event.defaultPrevented) return;
    if (event.key === "ArrowDown") onWalk(1);
    else if (event.key === "ArrowUp") onWalk(-1);
    else if (target.closest("button, a, input, select, textarea")) return;
    else if (event.key === " ") onClose();
    else if (event.key === "Enter" && page) void navigate(page);
    else return;
    event.preventDefault();
  };
  return (
    <SidePanel open beside title={title} onClose={onClose} onKeyDown={onKeyDown} actions={link}>
      {children}
      <p className="mt-6 text-xs text-mut max-sm:hidden">{t(page ? "table.peekWalkOpen" : "table.peekWalk")}</p>
    </SidePanel>
  );
}
