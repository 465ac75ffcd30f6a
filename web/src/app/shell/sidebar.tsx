import { ChevronDown, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { roleName } from "@/entities/access/role-name";
import { useSession } from "@/entities/access/session";
import { cx } from "@/ui/cx";
import { Menu, MenuItem } from "@/ui/popover/menu";
import { Tooltip } from "@/ui/popover/tooltip";
import { isOpen, type MenuEntry, menuOf } from "./menu";

const row =
  "flex h-9 max-sm:h-11 w-full items-center gap-2.5 rounded-md px-2.5 text-base font-medium hover:bg-side-pick";

/** Side menu: 248 px, or a rail of icons; entries without permission are absent. */
export function Sidebar({ folded, onFold }: { folded: boolean; onFold: () => void }) {
  const { t } = useTranslation();
  const label = t(folded ? "shell.unfoldMenu" : "shell.foldMenu");
  const Icon = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={cx(
        "sticky top-0 flex h-dvh shrink-0 flex-col bg-side px-3 py-4 text-side-ink max-sm:hidden",
        folded ? "w-16" : "w-[248px]",
      )}
    >
      <div className={cx("flex items-center pb-4", folded ? "flex-col gap-3" : "gap-2.5 px-2")}>
        <Brand folded={folded} />
        <Tooltip text={label} side="right">
          <button
            type="button"
            aria-label={label}
            aria-expanded={!folded}
            onClick={onFold}
            className={cx(
              "grid size-8 place-items-center rounded-md text-side-mut hover:bg-side-pick hover:text-side-on",
              !folded && "ml-auto",
            )}
          >
            <Icon aria-hidden size={17} strokeWidth={1.8} />
          </button>
        </Tooltip>
      </div>
      <MenuTree folded={folded} />
      {folded ? null : <Role />}
    </aside>
  );
}

export function Brand({ folded }: { folded: boolean }) {
  const { t } = useTranslation();
  return (
    <Link to="/" className="flex items-center gap-2.5 text-[15px] font-[650] text-side-on">
      <img src="/icon.svg" alt="" className="size-7" />
      <span className={folded ? "sr-only" : undefined}>{t("shell.product")}</span>
    </Link>
  );
}

export function MenuTree({ folded }: { folded: boolean }) {
  const { t } = useTranslation();
  const { permissions, phase, profile } = useSession();
  if (phase === "starting") return <MenuSkeleton />;
  // Nothing else opens before the password is changed.
  if (profile?.mustChangePassword) return <span className="flex-1" />;
  return (
    <nav aria-label={t("shell.menu")} className="min-h-0 flex-1 overflow-y-auto">
      <ul className="grid gap-0.5">
        {menuOf(permissions).map((entry) => (
          <li key={entry.label}>
            {entry.to ? <Leaf entry={entry} folded={folded} /> : <Group entry={entry} folded={folded} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuSkeleton() {
  return (
    <div aria-hidden className="grid flex-1 content-start gap-2.5 px-2 pt-1">
      {[150, 110, 130, 170, 90].map((width) => (
        <span key={width} className="my-1.5 block h-4 rounded-md bg-side-pick" style={{ width, maxWidth: "100%" }} />
      ))}
    </div>
  );
}

function Leaf({ entry, folded }: { entry: MenuEntry; folded: boolean }) {
  const { t } = useTranslation();
  const open = isOpen(entry.to, useLocation().pathname);
  return (
    <Tooltip text={t(entry.label)} side="right" off={!folded}>
      <Link
        to={entry.to ?? "/"}
        aria-current={open ? "page" : undefined}
        aria-label={t(entry.label)}
        className={cx(row, open && "bg-side-pick text-side-on", folded && "justify-center px-0")}
      >
        <EntryIcon entry={entry} />
        {folded ? null : t(entry.label)}
      </Link>
    </Tooltip>
  );
}

function EntryIcon({ entry: { icon: Icon } }: { entry: MenuEntry }) {
  return Icon ? <Icon aria-hidden size={18} strokeWidth={1.8} className="shrink-0 opacity-85" /> : null;
}

function Group({ entry, folded }: { entry: MenuEntry; folded: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const inside = entry.children.some((child) => isOpen(child.to, pathname));
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [at, setAt] = useState(pathname);
  if (at !== pathname) {
    setAt(pathname);
    if (inside) setChosen(null);
  }
  const open = chosen ?? inside;
  const name = t(entry.label);
  if (folded) {
    const button = (
      <button
        type="button"
        aria-label={name}
        title={name}
        className={cx(row, "justify-center px-0", inside && "bg-side-pick text-side-on")}
      >
        <EntryIcon entry={entry} />
      </button>
    );
    return (
      <Menu trigger={button} side="right" align="start">
        {entry.children.map((child) => (
          <MenuItem key={child.label} to={child.to ?? "/"}>
            {t(child.label)}
          </MenuItem>
        ))}
      </Menu>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
        className={cx(row, inside && "bg-side-pick text-side-on")}
      >
        <EntryIcon entry={entry} />
        <span className="flex-1 truncate text-left">{name}</span>
        <ChevronDown aria-hidden size={15} className={cx("opacity-60 transition-transform", open && "rotate-180")} />
      </button>
      {open ? (
        <ul className="mt-0.5 grid gap-0.5">
          {entry.children.map((child) => (
            <SubEntry key={child.label} entry={child} open={isOpen(child.to, pathname)} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function SubEntry({ entry, open }: { entry: MenuEntry; open: boolean }) {
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to={entry.to ?? "/"}
        aria-current={open ? "page" : undefined}
        className={cx(
          "flex min-h-8 items-center rounded-md py-1 pr-2.5 pl-[38px] text-sm font-medium hover:bg-side-pick max-sm:min-h-11",
          open ? "bg-side-pick text-side-on" : "text-side-sub",
        )}
      >
        {t(entry.label)}
      </Link>
    </li>
  );
}

/** The signed-in person with role and branches. */
export function Role() {
  const { t } = useTranslation();
  const { profile } = useSession();
  if (!profile) return null;
  const branches = profile.allOffices
    ? t("shell.allBranches")
    : profile.offices.map((office) => office.name).join(", ");
  return (
    <div className="mt-3 border-t border-side-line px-2.5 pt-3 pb-1 text-xs text-side-mut">
      <b className="block truncate text-sm font-[650] text-side-on">{profile.fullName || profile.login}</b>
      <span className="line-clamp-2">{[roleName(profile.role, t), branches].filter(Boolean).join(" · ")}</span>
    </div>
  );
}
