import { Ellipsis } from "lucide-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { generatePath, Link, useLocation, useMatches } from "react-router";
import { SCREENS, type Screen } from "@/app/screens";
import { useSession } from "@/entities/access/session";
import { useCrumbLabel } from "@/lib/crumb";
import { IconButton } from "@/ui/controls/button";
import { Menu, MenuItem } from "@/ui/popover/menu";
import { collapseTrail, shortenLabel, type TrailItem, trailFrom } from "./breadcrumb-trail";
import { mayOpen } from "./menu";

/** Breadcrumbs of the open screen: from the table, with the record's name, after those of a statistics page. */
export function useTrail(): TrailItem[] {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const name = useCrumbLabel();
  const { permissions } = useSession();
  // a page that the person may not open is named and leads nowhere
  const isOpen = (path: string) => SCREENS.every((one) => one.path !== path || mayOpen(one, permissions));
  const match = useMatches().at(-1);
  const screen = match?.handle as Screen | undefined;
  const crumbs = screen?.crumbs ?? [];
  const named = crumbs.find((crumb) => crumb.record) ?? crumbs.at(-1);
  const own = crumbs.map((crumb) => ({
    label: crumb === named && name ? name : t(crumb.label),
    // A record's own page, above a page of something in it, has the record's id.
    to: crumb.to && isOpen(crumb.to) ? generatePath(crumb.to, match?.params ?? {}) : undefined,
  }));
  const shown = useRef<{ pathname: string; trail: TrailItem[] }>({ pathname, trail: own });
  const [left, setLeft] = useState<{ pathname: string; trail: TrailItem[] } | null>(null);
  const [at, setAt] = useState(pathname);
  if (at !== pathname) {
    setAt(pathname);
    setLeft(shown.current);
  }
  const trail = trailFrom(left, own);
  useEffect(() => {
    shown.current = { pathname, trail };
  });
  return trail;
}

export function Breadcrumbs({ trail }: { trail: TrailItem[] }) {
  const { t } = useTranslation();
  const { before, hidden, after } = collapseTrail(trail);
  return (
    <nav aria-label={t("shell.breadcrumbs")} className="min-w-0 overflow-hidden">
      <ol className="flex items-center gap-2 text-sm text-mut">
        {before.map((item) => (
          <Item key={item.label} item={item} last={false} />
        ))}
        {hidden.length > 0 ? (
          <li className="flex items-center gap-2">
            <Menu
              align="start"
              trigger={<IconButton icon={Ellipsis} label={t("shell.hiddenCrumbs")} className="size-7" />}
            >
              {hidden.map((item) => (
                <MenuItem key={item.label} {...(item.to ? { to: item.to } : { disabled: true })}>
                  {item.label}
                </MenuItem>
              ))}
            </Menu>
            <Slash />
          </li>
        ) : null}
        {after.map((item, index) => (
          <Item key={item.label} item={item} last={index === after.length - 1} />
        ))}
      </ol>
    </nav>
  );
}

const Slash = () => <span aria-hidden>/</span>;

function Item({ item, last }: { item: TrailItem; last: boolean }) {
  const label = shortenLabel(item.label);
  const title = label === item.label ? {} : { title: item.label };
  return (
    <li className="flex items-center gap-2 whitespace-nowrap">
      {last ? (
        <b aria-current="page" className="font-[550] text-ink" {...title}>
          {label}
        </b>
      ) : (
        <Fragment>
          {item.to ? (
            <Link to={item.to} className="hover:text-ink hover:underline" {...title}>
              {label}
            </Link>
          ) : (
            <span {...title}>{label}</span>
          )}
          <Slash />
        </Fragment>
      )}
    </li>
  );
}
