/** The tree of permissions: modules, their options, four actions; pressed by mouse or keys, searched, or only shown. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { usePermissionLabels } from "./permission-labels";
import {
  ACTIONS,
  type Branch,
  type Cell,
  cellsOf,
  countOf,
  filterBranches,
  type Grants,
  type Leaf,
  markOf,
  toggleCell,
} from "./permission-tree";
import { TreeMark } from "./tree-mark";
import { cellId, useTreeRovingFocus } from "./use-tree-roving-focus";

interface PermissionGridProps {
  branches: readonly Branch[];
  grants: Grants;
  /** Without it the tree is only shown. */
  onChange?: (grants: Grants) => void;
  /** Permissions that the person may grant. */
  may?: (cell: Cell) => boolean;
}

type Line = { id: string; level: 1 | 2; words: string; leaves: readonly Leaf[]; parent?: string; open?: boolean };

const ANYTHING = () => true;
/** Below the shell's header: the words of the columns stay while fifty rows pass. */
const HEAD = "sticky top-[var(--header-height,56px)] border-b border-line bg-surface py-2 font-medium";

export function PermissionGrid({ branches, grants, onChange, may = ANYTHING }: PermissionGridProps) {
  const { t } = useTranslation();
  const words = usePermissionLabels();
  const [text, setText] = useState("");
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const shown = filterBranches(branches, text, (leaf) => [
    words.module(leaf.module),
    leaf.option ? words.option(leaf.module, leaf.option) : "",
  ]);
  const searched = text.trim() !== "";
  const lines: Line[] = shown.flatMap(({ module, leaves }) => {
    const options = leaves.filter((leaf) => leaf.option !== null);
    const open = searched || !folded.has(module);
    const head: Line = { id: module, level: 1, words: words.module(module), leaves };
    if (options.length === 0) return [head];
    const below = options.map(
      (leaf): Line => ({
        id: leaf.key,
        level: 2,
        words: words.option(module, leaf.option ?? ""),
        leaves: [leaf],
        parent: module,
      }),
    );
    return [{ ...head, open }, ...(open ? below : [])];
  });
  const fold = (id: string, open: boolean) =>
    setFolded((now) => new Set(open ? [...now].filter((one) => one !== id) : [...now, id]));
  const columnsOf = (line: Line) => [
    0,
    ...ACTIONS.flatMap((action, n) => (cellsOf(line.leaves, action).length > 0 ? [n + 1] : [])),
  ];
  const walk = useTreeRovingFocus(
    lines.map((line) => ({ ...line, columns: columnsOf(line) })),
    fold,
  );
  const mark = (line: Line, column: number) => {
    const cells = cellsOf(line.leaves, column === 0 ? undefined : ACTIONS[column - 1]);
    const name = column === 0 ? line.words : `${line.words}: ${words.action(ACTIONS[column - 1] ?? "")}`;
    return (
      <TreeMark
        mark={markOf(grants, cells)}
        label={name}
        cell={cellId(line.id, column)}
        focusable={walk.hasStop(line.id, column)}
        locked={onChange !== undefined && !cells.some(may)}
        readOnly={!onChange}
        onPress={() => onChange?.(toggleCell(grants, cells, line.leaves, may))}
      />
    );
  };
  const allOpen = folded.size === 0;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <input
          type="search"
          value={text}
          aria-label={t("roles.tree.search")}
          placeholder={t("roles.tree.search")}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="field max-w-72 flex-1"
        />
        <Button
          size="small"
          look="quiet"
          onClick={() => setFolded(new Set(allOpen ? branches.map((branch) => branch.module) : []))}
        >
          {t(allOpen ? "roles.tree.foldAll" : "roles.tree.expandAll")}
        </Button>
        {onChange ? <span className="text-xs text-mut max-sm:hidden">{t("roles.tree.keys")}</span> : null}
      </div>
      <table
        ref={walk.box}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree with columns is a table whose rows fold
        role="treegrid"
        aria-label={t("roles.tree.label")}
        aria-readonly={onChange ? undefined : true}
        onKeyDown={walk.onKeyDown}
        onFocus={walk.onFocus}
        className="w-full table-fixed border-separate border-spacing-0 text-sm max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)]"
      >
        <thead>
          <tr className="text-xs text-mut">
            <th scope="col" className={cx(HEAD, "left-0 z-[3] text-left")}>
              {t("roles.rights")}
            </th>
            {ACTIONS.map((action) => (
              <th key={action} scope="col" className={cx(HEAD, "z-[2] w-24 max-sm:w-11")}>
                <span className="max-sm:sr-only">{t(`roles.actions.${action}`)}</span>
                <span aria-hidden className="sm:hidden">
                  {t(`roles.short.${action}`)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr
              key={line.id}
              aria-level={line.level}
              aria-expanded={line.open}
              className={line.level === 1 ? "bg-sunken" : "bg-surface"}
            >
              <th
                scope="row"
                className={cx(
                  "sticky left-0 z-[1] border-b border-line-soft bg-inherit py-0 text-left",
                  line.level === 1 ? "font-[600]" : "font-normal",
                )}
              >
                <span className={cx("flex items-center", line.level === 2 && "pl-7 max-sm:pl-5")}>
                  {line.open === undefined ? (
                    <span className={cx("shrink-0", line.level === 1 ? "w-7 max-sm:w-5" : "w-0")} />
                  ) : (
                    <button
                      type="button"
                      tabIndex={-1}
                      aria-label={`${t(line.open ? "roles.tree.fold" : "roles.tree.expand")}: ${line.words}`}
                      onClick={() => fold(line.id, !line.open)}
                      className="grid h-9 w-7 shrink-0 place-items-center rounded text-mut hover:text-ink max-sm:h-11 max-sm:w-5"
                    >
                      {line.open ? <ChevronDown aria-hidden size={15} /> : <ChevronRight aria-hidden size={15} />}
                    </button>
                  )}
                  <span className="w-9 shrink-0">{mark(line, 0)}</span>
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {line.words}
                    {line.level === 1 ? <Held line={line} grants={grants} /> : null}
                  </span>
                </span>
              </th>
              {ACTIONS.map((action, n) => (
                <td key={action} className="border-b border-line-soft p-0 text-center">
                  {cellsOf(line.leaves, action).length > 0 ? mark(line, n + 1) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 ? <p className="py-6 text-center text-sm text-mut">{t("roles.tree.nothing")}</p> : null}
    </div>
  );
}

/** Number of granted permissions of a module, shown while it is collapsed. */
function Held({ line, grants }: { line: Line; grants: Grants }) {
  const { t } = useTranslation();
  const cells = cellsOf(line.leaves);
  const own = Object.fromEntries(line.leaves.map((leaf) => [leaf.key, grants[leaf.key] ?? []]));
  return (
    <span className="ml-2 text-xs font-normal whitespace-nowrap text-mut tabular-nums">
      {t("roles.tree.count", { held: countOf(own), all: cells.length })}
    </span>
  );
}
