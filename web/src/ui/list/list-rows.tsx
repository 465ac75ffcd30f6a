/** The rows of a list screen as a table or as cards, or the empty, error or offline state in their place. */
import { CircleAlert, PanelRightOpen, SquareArrowOutUpRight } from "lucide-react";
import { type ReactNode, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import type { Params, PathOf } from "@/api/request";
import { type QueryState, useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { useOnline } from "@/lib/online";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { SkeletonLines } from "@/ui/feedback/skeleton";
import { EmptyState, ErrorState, NoConnection } from "@/ui/feedback/states";
import { chooseWidths, useStoredWidths } from "@/ui/preferences/preferences";
import { Cards } from "@/ui/table/cards";
import { type Column, shownIds, withoutValues } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { RowMenu } from "@/ui/table/row-menu";
import { fromStored, toStored } from "@/ui/table/sizing/column-widths";
import type { RowSelection } from "@/ui/table/use-selection";
import { countInForce, narrowing, queryOf, unfiltered, widened } from "./list-address";
import type { ListScreenProps } from "./list-screen-props";
import type { List } from "./use-list";
import type { PreviewControl } from "./use-preview";

type ListRowsProps<P extends PathOf<"get">, R> = ListScreenProps<P, R> & {
  answer: QueryState<unknown>;
  /** undefined: nothing has loaded yet. */
  rows: readonly R[] | undefined;
  total: number | undefined;
  list: List;
  chosen: readonly string[] | undefined;
  previewControl: PreviewControl;
  /** Rows can be selected; on a phone only in selection mode. */
  selection?: RowSelection | undefined;
  totalsRow: Readonly<Record<string, ReactNode>> | undefined;
  /** The parameters of the call for another query of the same list. */
  paramsOf: (query: object) => Params<"get", P>;
};

export function ListRows<P extends PathOf<"get">, R extends object>(props: ListRowsProps<P, R>) {
  const { t } = useTranslation();
  const phone = usePhone();
  const online = useOnline();
  const navigate = useNavigate();
  const { rows, list, answer, href, previewControl } = props;
  const table = props.rules.name;
  const stored = useStoredWidths(table);
  const widths = useMemo(() => fromStored(stored), [stored]);
  const storeWidths = useCallback((next: Record<string, number>) => chooseWidths(table, toStored(next)), [table]);
  if (answer.state === "failed" && misasked(answer.error)) return <BadAddress list={list} />;
  if (answer.state === "failed") return <ErrorState error={answer.error} onRetry={answer.refetch} />;
  if (answer.state === "loading" && !online) return <NoConnection />;
  if (rows?.length === 0)
    return phone ? (
      <div className="card">
        <Nothing {...props} />
      </div>
    ) : (
      <Nothing {...props} />
    );

  const show = (row: R) => previewControl.show(props.rowId(row));
  const hrefOf = (row: R) => href?.(props.rowId(row), row);
  const opens = href !== undefined || props.preview !== undefined;
  const open = (row: R) => {
    const page = hrefOf(row);
    if (page !== undefined) void navigate(page);
    else if (props.preview) show(row);
  };
  const common = { caption: props.title, rows, rowId: props.rowId, old: answer.isPlaceholder };
  const hidden = list.state.value && countInForce(list.state) > 0 && props.total ? <HiddenMatches {...props} /> : null;
  if (phone)
    return (
      <>
        {hidden}
        <Cards {...common} card={props.card} href={hrefOf} onOpen={props.preview && show} selection={props.selection} />
      </>
    );
  const at = (act: (row: R) => void) => (index: number) => {
    const row = rows?.[index];
    if (row) act(row);
  };
  const sorted = props.columns.find((column) => column.sort === (list.state.sortBy ?? true));
  const shown = shownIds(props.columns, props.chosen);
  const { empty, columns } = withoutValues(props.columns, shown, rows ?? []);
  const rowsTable = (
    <DataTable
      {...common}
      columns={columns}
      chosenColumns={props.chosen}
      page={list.state.page}
      perPage={list.perPage}
      sorted={sorted && { column: sorted.id, order: list.state.order }}
      onSort={list.sort}
      widths={widths}
      onWidths={storeWidths}
      acts={opens ? { open: at(open), preview: props.preview && at(show) } : undefined}
      marked={previewControl.id}
      totals={props.totalsRow}
      selection={props.selection && { ...props.selection, name: props.rowName }}
      actions={
        href || props.rowActions
          ? (row) => {
              const actions = [
                ...(hrefOf(row) === undefined
                  ? []
                  : [{ label: t("table.open"), icon: SquareArrowOutUpRight, run: () => open(row) }]),
                // Without a page a click alone shows it.
                ...(props.preview && href
                  ? [{ label: t("table.peek"), icon: PanelRightOpen, run: () => show(row) }]
                  : []),
                ...(props.rowActions?.(row) ?? []),
              ];
              return actions.length > 0 ? <RowMenu name={props.rowName(row)} actions={actions} /> : null;
            }
          : undefined
      }
    />
  );
  return (
    <>
      {hidden}
      {empty.length > 0 ? <MissingValues of={empty} /> : null}
      {rowsTable}
    </>
  );
}

/** Matches of a search that the filters hide while they show others. */
function HiddenMatches<P extends PathOf<"get">, R extends object>(props: ListRowsProps<P, R>) {
  const { t } = useTranslation();
  const { list, path, paramsOf, answer, total = 0 } = props;
  const all = useRead(path, paramsOf(queryOf(list.rules, { ...unfiltered(list.state), perPage: 10 }, 10)));
  const found = (all.data as { total?: number } | undefined)?.total ?? 0;
  if (answer.isPlaceholder || found <= total) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-2 border-b border-line-soft px-3 py-2 text-sm text-mut max-sm:border-0 max-sm:px-1"
    >
      {t("table.empty.hiddenMore", { count: found - total })}
      <Button size="small" look="quiet" onClick={list.unfilter}>
        {t("table.empty.hiddenAction")}
      </Button>
    </p>
  );
}

/** The columns that are empty on the whole page, each with its reason. */
function MissingValues<R>({ of }: { of: readonly Column<R>[] }) {
  return (
    <p className="border-b border-line-soft px-3 py-2 text-sm text-mut">
      {of.map(({ header, missing }) => `${header.replaceAll("\u00AD", "")}: ${missing?.text}`).join(" · ")}
    </p>
  );
}

/** The empty state: because of filters, because the page is past the end, or because there are no records. */
function Nothing<P extends PathOf<"get">, R extends object>(props: ListRowsProps<P, R>) {
  const { t } = useTranslation();
  const { list, empty } = props;
  if (props.total) {
    const toFirst = <Button onClick={() => list.toPage(1)}>{t("table.empty.pastEndAction")}</Button>;
    return <EmptyState title={t("table.empty.pastEnd")} action={toFirst} />;
  }
  const by = narrowing(list.rules, list.state);
  if (by === "chosen" && list.state.value && countInForce(list.state) > 0) return <NothingSearched {...props} />;
  if (by === "chosen") return <NothingFiltered list={list} />;
  if (by === "standard") return <NothingStandard {...props} />;
  return <EmptyState {...empty} />;
}

function NothingFiltered({ list }: { list: List }) {
  const { t } = useTranslation();
  const clear = <Button onClick={list.clear}>{t("table.empty.filteredAction")}</Button>;
  return <EmptyState title={t("table.empty.filteredTitle")} text={t("table.empty.filteredText")} action={clear} />;
}

/** No match for a search within the filters: it is repeated without them, the standard one included. */
function NothingSearched<P extends PathOf<"get">, R extends object>({ list, path, paramsOf }: ListRowsProps<P, R>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const all = useRead(path, paramsOf(queryOf(list.rules, { ...unfiltered(list.state), perPage: 10 }, 10)));
  if (all.state === "loading") return <SkeletonLines lines={3} />;
  const total = (all.data as { total?: number } | undefined)?.total;
  if (!total) return <NothingFiltered list={list} />;
  return (
    <EmptyState
      title={t("table.empty.hiddenTitle")}
      text={t("table.empty.hiddenText", { total: formatCount(total, language) })}
      action={<Button onClick={list.unfilter}>{t("table.empty.hiddenAction")}</Button>}
    />
  );
}

/** No match for the default filter: a query without it shows whether there are records at all. */
function NothingStandard<P extends PathOf<"get">, R extends object>(props: ListRowsProps<P, R>) {
  const { t } = useTranslation();
  const { list, empty, emptyStandard } = props;
  const { rules, state } = list;
  const all = useRead(
    props.path,
    props.paramsOf(queryOf(rules, { ...widened(rules, state), page: 1, perPage: 10 }, 10)),
  );
  if (all.state === "loading") return <SkeletonLines lines={3} />;
  if ((all.data as { total?: number } | undefined)?.total === 0) return <EmptyState {...empty} />;
  const texts = emptyStandard ?? { title: t("table.empty.filteredTitle"), text: t("table.empty.filteredText") };
  return <EmptyState {...texts} action={<Button onClick={list.showAll}>{t("table.empty.showAll")}</Button>} />;
}

/** The server rejects the parameters of the address: a retry can't help. */
function BadAddress({ list }: { list: List }) {
  const { t } = useTranslation();
  const action = <Button onClick={list.startOver}>{t("table.empty.filteredAction")}</Button>;
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={t("table.empty.badAddress")}
        text={t("table.empty.badAddressText")}
        action={action}
      />
    </div>
  );
}

const misasked = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && Object.keys(error.fields).length > 0;
