/** The group's sub-pages as links, on a page of its own that belongs to one of them. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { permits } from "@/entities/access/permissions";
import { useSession } from "@/entities/access/session";
import { groupPath, permissionOf, type TabNumber, type TabProps } from "@/entities/groups/tab";
import { tabClass, tabListClass, useChosenInView } from "@/ui/controls/tabs";
import { TABS } from "./tabs";

export function TabLinks({ label, open, ...at }: TabProps & { label: string; open: TabNumber }) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const list = useChosenInView<HTMLElement>(open);
  const seen = TABS.filter((tab) => permits(permissions, permissionOf(tab, at.audience), "read"));
  if (seen.length < 2) return null;
  return (
    <nav ref={list} aria-label={label} className={tabListClass}>
      {seen.map(({ number, label }) => (
        <Link
          key={number}
          to={`${groupPath(at.audience, at)}?tab=${number}`}
          aria-current={number === open ? "true" : undefined}
          className={tabClass}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
