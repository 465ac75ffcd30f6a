/** All homework of the database, of every course (R2-070, R2-388). */
import { Library } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, toChoices } from "@/entities/access/choices";
import { useZone } from "@/entities/access/use-zone";
import { ChangeMark, stateOf } from "@/entities/homework-database/change-mark";
import { SOURCE_PATH, sourcePath } from "@/entities/homework-database/database-types";
import { HomeworkKind } from "@/entities/homework-database/homework-kind";
import { formatDateTime } from "@/lib/dates";
import { useLive } from "@/lib/live/use-live";
import { buttonClass } from "@/ui/controls/button";
import { PlainTag } from "@/ui/display/status-tag";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";

type Row = Answer<"get", "/homework-db">["homework"][number];

const STATES = ["published", "draft", "archived"] as const;
const RULES: ListRules = {
  name: "homework-database",
  order: "DESC",
  filters: [
    { kind: "one", name: "courseId" },
    { kind: "one", name: "authorId" },
    { kind: "one", name: "state" },
  ],
};

export function HomeworkListScreen() {
  const { t } = useTranslation();
  useLive("homework_database", ["/homework-db"]);
  return (
    <ListScreen
      title={t("homeworkDatabase.listTitle")}
      rules={RULES}
      path="/homework-db"
      rowsOf={({ homework }) => homework}
      rowId={({ id }) => id}
      rowName={({ description }) => description}
      columns={useColumns()}
      filters={useFilters()}
      searchLabel={t("homeworkDatabase.searchList")}
      href={(id, row) => (row ? sourcePath(row.course.id, row.lesson.id, id) : SOURCE_PATH)}
      card={(row) => <HomeworkCard of={row} />}
      exported={{ path: "/homework-db/export" }}
      actions={
        <Link to={SOURCE_PATH} className={buttonClass()}>
          <Library aria-hidden />
          {t("homeworkDatabase.byLessons")}
        </Link>
      }
      empty={{ title: t("homeworkDatabase.noneYet"), text: t("homeworkDatabase.noneYetText") }}
    />
  );
}

function useFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const options = useRead("/homework-db/filter-objects", undefined, { staleTime: CHOICES_STALE_MS }).data;
  return useMemo(
    () => [
      { kind: "one", name: "courseId", label: t("homeworkDatabase.course"), choices: toChoices(options?.courses) },
      {
        kind: "one",
        name: "authorId",
        label: t("homeworkDatabase.columns.author"),
        choices: toChoices(options?.authors),
      },
      {
        kind: "one",
        name: "state",
        label: t("homeworkDatabase.columns.state"),
        choices: STATES.map((state) => ({ value: state, label: t(`homeworkDatabase.listStates.${state}`) })),
      },
    ],
    [t, options],
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const zone = useZone();
  return useMemo(
    () => [
      {
        id: "homework",
        header: t("homeworkDatabase.columns.homework"),
        fixed: true,
        grows: true,
        cell: (row) => (
          <span className="text-ink-strong">{row.excerpt ?? (row.description || t("homeworkDatabase.noText"))}</span>
        ),
      },
      { id: "kind", header: t("homeworkDatabase.columns.kind"), cell: (row) => <HomeworkKind of={row} /> },
      { id: "lesson", header: t("homeworkDatabase.lesson"), shrinks: true, cell: ({ lesson }) => lesson.name },
      {
        id: "chapter",
        header: t("homeworkDatabase.chapter"),
        shrinks: true,
        spare: true,
        cell: ({ chapter }) => chapter.name,
      },
      {
        id: "course",
        header: t("homeworkDatabase.course"),
        shrinks: true,
        filter: "courseId",
        cell: ({ course }) => course.name,
      },
      { id: "files", header: t("homeworkDatabase.columns.files"), align: "right", cell: ({ files }) => files || "—" },
      {
        id: "groups",
        header: t("homeworkDatabase.columns.given"),
        align: "right",
        cell: ({ groups }) => groups || "—",
      },
      { id: "state", header: t("homeworkDatabase.columns.edition"), cell: (row) => <State of={row} /> },
      {
        id: "author",
        header: t("homeworkDatabase.columns.author"),
        shrinks: true,
        spare: true,
        cell: ({ author }) => author?.name ?? "—",
      },
      {
        id: "saved",
        header: t("homeworkDatabase.columns.saved"),
        cell: ({ savedAt }) => formatDateTime(savedAt, zone),
      },
    ],
    [t, zone],
  );
}

function State({ of: { change, edition, isArchived } }: { of: Row }) {
  const { t } = useTranslation();
  if (isArchived) return <PlainTag>{t("homeworkDatabase.archived")}</PlainTag>;
  if (change)
    return (
      <span className="inline-flex items-center gap-2">
        <ChangeMark of={change} named />
        {t(`homeworkDatabase.states.${stateOf(change, edition !== null)}`)}
      </span>
    );
  return edition === null ? t("homeworkDatabase.unpublished") : t("homeworkDatabase.edition", { number: edition });
}

function HomeworkCard({ of: row }: { of: Row }) {
  const { t } = useTranslation();
  return (
    <CardBody
      title={row.excerpt ?? (row.description || t("homeworkDatabase.noText"))}
      line={[row.lesson.name, row.course.name].join(" · ")}
      aside={
        <span className="grid justify-items-end gap-1">
          <HomeworkKind of={row} />
          {row.change ? <ChangeMark of={row.change} /> : null}
        </span>
      }
    />
  );
}
