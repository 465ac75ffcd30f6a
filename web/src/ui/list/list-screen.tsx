/** A list screen from a declaration: its read, columns, filters, card, and the target of a row. */
import { ListChecks } from "lucide-react";
import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Params, PathOf } from "@/api/request";
import { prefetch, useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { SlowNotice } from "@/ui/feedback/loaded";
import { Forbidden } from "@/ui/feedback/states";
import { useColumns } from "@/ui/preferences/preferences";
import { ColumnChooser } from "@/ui/table/column-chooser";
import { type Column, shownIds, telling } from "@/ui/table/columns";
import { Pager } from "@/ui/table/pager";
import { useSelection } from "@/ui/table/use-selection";
import { ExportButton } from "./export-button";
import { FilterBar } from "./filters/filter-bar";
import { ListRows } from "./list-rows";
import type { ListScreenProps } from "./list-screen-props";
import { PreviewPanel } from "./preview-panel";
import { useList } from "./use-list";
import { usePreview } from "./use-preview";
import { ViewsMenu } from "./views/views-menu";

/** Of a phone alone. */
const PhoneActions = lazyComponent(async () => (await import("./phone-actions")).PhoneActions, []);
/** Prefetched once a person begins to work. */
const BulkBar = lazyComponent(async () => (await import("./bulk-bar")).BulkBar, ["lists"]);

export function ListScreen<P extends PathOf<"get">, R extends object>(props: ListScreenProps<P, R>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const phone = usePhone();
  const list = useList(props.rules);
  const chosen = useColumns(props.rules.name);
  // Cards have no columns.
  const onDemand = phone ? [] : shownOnDemand(props.columns, chosen);
  const parameters = { ...list.query, ...props.fixed };
  const query = onDemand.length > 0 ? { ...parameters, columns: onDemand.join(",") } : parameters;
  const answer = useRead(props.path, queryOf<P>(query, props.at), {
    keepPreviousData: true,
    enabled: !props.refused,
    ...(props.refetchInterval ? { refetchInterval: props.refetchInterval } : {}),
  });
  const rows = answer.data && props.rowsOf(answer.data);
  const total = props.refused ? undefined : (answer.data as { total?: number } | undefined)?.total;
  const { state, perPage } = list;
  // A shared address may point past the end by now.
  const last = total && !answer.isPlaceholder && rows?.length === 0 ? Math.ceil(total / perPage) : null;
  const pastEnd = last !== null && last < state.page;
  const { toPage } = list;
  useEffect(() => {
    if (pastEnd) toPage(last, { replace: true });
  });
  const { href } = props;
  const preview = usePreview(props.preview?.name ?? "peek", (rows ?? []).map(props.rowId));
  const previewed = rows?.find((row) => props.rowId(row) === preview.id);

  const selection = useSelection(list.query, (rows ?? []).map(props.rowId), total ?? 0);
  const [selecting, setSelecting] = useState(false);
  const selectable = (props.bulk?.length ?? 0) > 0;

  const note = total === undefined ? undefined : t("table.total", { total: formatCount(total, language) });
  if (answer.state === "forbidden") {
    return (
      <Page title={props.title}>
        <Forbidden />
      </Page>
    );
  }
  const columns = telling(props.columns, state.filters);
  const hidden = props.columns.filter((column) => !columns.includes(column)).map(({ id }) => id);
  const barred = props.filters.length > 0 || props.searchLabel !== undefined;
  const tools = (
    <>
      {phone && selectable ? (
        <Button
          icon={ListChecks}
          aria-pressed={selecting}
          className="aria-pressed:bg-accent-soft"
          onClick={() => {
            setSelecting(!selecting);
            selection.chosen.clear();
          }}
        >
          {t(selecting ? "lists.selection.modeEnd" : "lists.selection.mode")}
        </Button>
      ) : null}
      <ViewsMenu list={list} columns={props.columns} chosen={chosen} />
      {props.exported ? (
        <ExportButton {...props} exported={props.exported} list={list} total={total} chosen={chosen} />
      ) : null}
      {phone ? null : (
        <ColumnChooser table={props.rules.name} columns={props.columns} chosen={chosen} hidden={hidden} />
      )}
    </>
  );
  const actions =
    props.actions || props.main ? (
      <>
        {props.actions}
        {props.main}
      </>
    ) : undefined;
  const menu = phone ? (
    <Suspense fallback={<span className="size-11" />}>
      <PhoneActions>
        {props.actions}
        {tools}
      </PhoneActions>
    </Suspense>
  ) : (
    tools
  );
  const head = phone ? (barred ? undefined : menu) : barred ? actions : (actions ?? tools);
  return (
    <Page title={props.title} note={note} actions={head}>
      {props.above?.(answer)}
      {phone && props.main && !selecting ? <PhoneMainAction>{props.main}</PhoneMainAction> : null}
      {props.refused ? null : (
        <div className={phone ? (props.main ? "pb-14" : "") : "card"}>
          <FilterBar
            list={list}
            filters={props.filters}
            searchLabel={props.searchLabel}
            quick={props.quick}
            total={total}
            tools={menu}
          />
          <ListRows
            {...props}
            columns={columns}
            answer={answer}
            rows={pastEnd ? undefined : rows}
            total={total}
            list={list}
            chosen={chosen}
            previewControl={preview}
            selection={selectable && (!phone || selecting) ? selection.rows : undefined}
            totalsRow={answer.data && props.totals?.(answer.data)}
            paramsOf={(query) => queryOf<P>({ ...query, ...props.fixed }, props.at)}
          />
          <SlowNotice of={answer} />
          {phone && total ? (
            <div className="sticky bottom-2 z-20 mt-2">
              <SelectionBar selection={selection} total={total} actions={props.bulk ?? []} />
            </div>
          ) : null}
          {total && !pastEnd ? (
            <div className="bottom-0 z-10 rounded-b-xl border-line bg-surface sm:sticky sm:border-t max-sm:mt-3 max-sm:bg-transparent">
              {phone ? null : <SelectionBar selection={selection} total={total} actions={props.bulk ?? []} />}
              <Pager
                page={state.page}
                perPage={perPage}
                total={total}
                onPage={(page) => {
                  list.toPage(page);
                  scrollTo({ top: 0 });
                }}
                onResize={list.resize}
                onAhead={(page) => prefetch(props.path, queryOf<P>({ ...query, page }, props.at))}
                note={answer.data && props.footnote?.(answer.data)}
              />
            </div>
          ) : null}
        </div>
      )}
      {props.preview && preview.id !== null && !props.refused ? (
        <PreviewPanel
          title={props.preview.title(preview.id, previewed)}
          page={href?.(preview.id, previewed)}
          onClose={preview.close}
          onWalk={preview.walk}
        >
          {props.preview.body(preview.id)}
        </PreviewPanel>
      ) : null}
    </Page>
  );
}

function SelectionBar(props: ComponentProps<typeof BulkBar>) {
  return props.selection.count > 0 ? (
    <Suspense>
      <BulkBar {...props} />
    </Suspense>
  ) : null;
}

/** The columns that the server reads only because they are shown. */
function shownOnDemand<R>(columns: readonly Column<R>[], chosen: readonly string[] | undefined): string[] {
  const shown = shownIds(columns, chosen);
  return columns.flatMap(({ id, onDemand }) => (onDemand && shown.includes(id) ? [id] : []));
}

// Query values come from the address, so they are untyped; the server rejects unknown ones.
const queryOf = <P extends PathOf<"get">>(query: object, path?: object) =>
  ({ ...(path ? { path } : {}), query }) as unknown as Params<"get", P>;

/** The list's one gold action, at the thumb. */
function PhoneMainAction({ children }: { children: ReactNode }) {
  return (
    <div className="fixed right-4 bottom-4 z-20 [&>*]:h-12 [&>*]:rounded-full [&>*]:px-5 [&>*]:shadow-lg">
      {children}
    </div>
  );
}
