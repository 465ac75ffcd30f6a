/** Items of the views menu. */
import { Bookmark, Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { change } from "@/api/request";
import type { SavedView } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { showDone, showError, showUndo } from "@/ui/feedback/toast";
import type { List } from "@/ui/list/use-list";
import { MenuItem, MenuLine } from "@/ui/popover/menu";
import { chooseColumns } from "@/ui/preferences/preferences";
import { setApplied } from "./applied-views";
import { stateOf, type ViewValue } from "./view-state";

interface ViewItemsProps {
  list: List;
  now: ViewValue;
  /** Columns of a list whose view stores none. */
  usual: string[];
  applied: SavedView | undefined;
  changed: boolean;
  onName: (what: "new" | "rename") => void;
}

export function ViewItems({ list, now, usual, applied, changed, onName }: ViewItemsProps) {
  const { t } = useTranslation();
  const { name } = list.rules;
  const views = useRead("/views", { query: { list: name } }).data?.views;
  const saving = useChange("put", "/views/{id}", {
    invalidates: ["/views"],
    onDone: ({ view }) => {
      setApplied(name, view);
      showDone(t("lists.views.saved", { name: view.name }));
    },
  });
  const removing = useChange("delete", "/views/{id}", { invalidates: ["/views"] });
  const apply = (view: SavedView) => {
    list.become(stateOf(list.rules, view.value));
    chooseColumns(name, view.value.columns ?? usual);
    setApplied(name, view);
  };
  const remove = async (view: SavedView) => {
    if (!(await removing.run({ path: { id: view.id } }))) return;
    setApplied(name, null);
    const again = () =>
      change("post", "/views", { body: { list: name, name: view.name, value: view.value } }).then(
        () => invalidate("/views"),
        showError,
      );
    showUndo(t("lists.views.removed", { name: view.name }), () => void again());
  };
  return (
    <>
      {views && views.length > 0 ? (
        views.map((view) => (
          <MenuItem key={view.id} icon={view.id === applied?.id ? Check : Bookmark} onSelect={() => apply(view)}>
            {view.name}
          </MenuItem>
        ))
      ) : (
        <p className="px-2.5 py-2 text-sm text-mut">{views ? t("lists.views.none") : t("kit.loading")}</p>
      )}
      <MenuLine />
      {applied && changed ? (
        <MenuItem
          onSelect={() => void saving.run({ path: { id: applied.id }, body: { version: applied.version, value: now } })}
        >
          {t("lists.views.saveOver", { name: applied.name })}
        </MenuItem>
      ) : null}
      <MenuItem onSelect={() => onName("new")}>{t("lists.views.saveNew")}</MenuItem>
      {applied ? (
        <>
          <MenuItem onSelect={() => onName("rename")}>{t("lists.views.rename", { name: applied.name })}</MenuItem>
          <MenuItem danger onSelect={() => void remove(applied)}>
            {t("lists.views.remove", { name: applied.name })}
          </MenuItem>
        </>
      ) : null}
    </>
  );
}
