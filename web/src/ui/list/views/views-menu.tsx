/** A list's saved views: applied, saved, renamed, deleted; the one in force is named, and marked when the list was changed since. */

import { Bookmark } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { usePhone } from "@/lib/use-phone";
import { Button, IconButton } from "@/ui/controls/button";
import type { List } from "@/ui/list/use-list";
import { Menu } from "@/ui/popover/menu";
import { type Column, shownIds } from "@/ui/table/columns";
import { useApplied } from "./applied-views";
import { sameView, viewOf } from "./view-state";

// fetched when the menu first opens
const ViewItems = lazyComponent(async () => (await import("./view-items")).ViewItems, ["lists"]);
const ViewName = lazyComponent(async () => (await import("./view-name")).ViewName, ["form", "lists"]);

interface ViewsMenuProps<R> {
  list: List;
  columns: readonly Column<R>[];
  chosen: readonly string[] | undefined;
}

export function ViewsMenu<R>({ list, columns, chosen }: ViewsMenuProps<R>) {
  const { t } = useTranslation();
  const phone = usePhone();
  const [naming, setNaming] = useState<"new" | "rename" | null>(null);
  const now = viewOf(list.rules, list.state, list.perPage, columns, chosen);
  const applied = useApplied(list.rules.name);
  const changed = applied !== undefined && !sameView(applied.value, now);
  const label = applied
    ? t(changed ? "lists.views.changed" : "lists.views.named", { name: applied.name })
    : t("lists.views.title");
  const trigger = phone ? (
    // in the menu of the list's actions, in words
    <Button icon={Bookmark} aria-label={label}>
      <span className="truncate">{label}</span>
    </Button>
  ) : !applied ? (
    <IconButton
      icon={Bookmark}
      label={label}
      badge={changed ? "•" : undefined}
      badgeLook="accent"
      className="border border-line-strong bg-surface"
    />
  ) : (
    <Button icon={Bookmark} aria-label={label} className="max-w-44">
      <span className="truncate">{applied.name}</span>
      {changed ? (
        <span aria-hidden className="text-accent-ink">
          •
        </span>
      ) : null}
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger} width="w-64">
        <Suspense>
          <ViewItems
            list={list}
            now={now}
            usual={shownIds(columns, undefined)}
            applied={applied}
            changed={changed}
            onName={setNaming}
          />
        </Suspense>
      </Menu>
      {naming ? (
        <Suspense>
          <ViewName
            list={list.rules.name}
            now={now}
            view={naming === "rename" ? applied : undefined}
            onClose={() => setNaming(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
