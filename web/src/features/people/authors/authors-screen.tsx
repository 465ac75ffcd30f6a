/** Authors: staff accounts whose online courses students take (R1-084, D-16). */
import { Pencil, UserPlus } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { AuthorRow } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Can, useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { useZone } from "@/entities/access/use-zone";
import { PersonCell } from "@/entities/people/person-cell";
import { nameOf } from "@/entities/people/person-name";
import { formatDate } from "@/lib/dates";
import { buttonClass } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { ACADEMIC, AccountTag } from "../academics/academic-labels";

const RULES: ListRules = {
  name: "authors",
  order: "DESC",
  filters: [
    { kind: "one", name: "courseId" },
    { kind: "yes-no", name: "isActive" },
  ],
};
const pageOf = (id: number) => `/users/authors/${id}/edit`;

export function AuthorsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayManage = useCan(ACADEMIC, "update");
  const columns = useAuthorColumns(mayManage);
  const filters = useAuthorFilters();
  const add = (
    <Can permission={ACADEMIC} action="create">
      <Link to="/users/authors/add" className={buttonClass("main")}>
        <UserPlus aria-hidden strokeWidth={1.8} />
        {t("academics.addAuthor")}
      </Link>
    </Can>
  );
  return (
    <ListScreen
      title={t("shell.authors")}
      rules={RULES}
      path="/authors/all"
      rowsOf={(answer) => answer.authors}
      rowId={(author) => author.id}
      rowName={(author) => nameOf(author, t)}
      columns={columns}
      filters={filters}
      searchLabel={t("staff.search")}
      exported={{
        path: "/authors/export",
        more: [
          { id: "login", header: t("sheets.columns.login") },
          { id: "offices", header: t("staff.columns.offices") },
        ],
      }}
      {...(mayManage ? { href: pageOf } : {})}
      main={add}
      card={(author) => (
        <CardBody
          lead={<Avatar name={author.fullName} id={author.id} photo={author.photo} />}
          title={nameOf(author, t)}
          line={author.courses.map((course) => course.name).join(", ")}
          aside={<AccountTag of={author} />}
        />
      )}
      rowActions={(author) =>
        mayManage
          ? [
              {
                label: t("kit.edit"),
                icon: Pencil,
                run: () => void navigate(pageOf(author.id)),
                fixed: author.editable ? undefined : t("staff.whyBeyond"),
              },
            ]
          : []
      }
      empty={{ title: t("academics.noAuthors"), text: t("academics.noAuthorsText") }}
    />
  );
}

function useAuthorFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const courses = useRead("/authors/courses").data?.courses;
  return useMemo(
    () => [
      {
        kind: "one",
        name: "courseId",
        label: t("academics.course"),
        choices: (courses ?? []).filter((one) => one.taken).map((one) => ({ value: String(one.id), label: one.name })),
      },
      {
        kind: "yes-no",
        name: "isActive",
        label: t("academics.filters.account"),
        choices: [
          { value: "true", label: t("academics.account.open") },
          { value: "false", label: t("academics.account.closed") },
        ],
      },
    ],
    [t, courses],
  );
}

function useAuthorColumns(mayManage: boolean): readonly Column<AuthorRow>[] {
  const { t } = useTranslation();
  const zone = useZone();
  return useMemo(
    () => [
      {
        id: "fullName",
        header: t("staff.columns.fullName"),
        fixed: true,
        grows: true,
        cell: (author) => (
          <PersonCell
            name={author.fullName}
            id={author.id}
            photo={author.photo}
            detail={author.login}
            {...(mayManage ? { to: pageOf(author.id) } : {})}
          />
        ),
      },
      {
        id: "courses",
        header: t("academics.courses"),
        shrinks: true,
        cell: (author) => {
          const names = author.courses.map((course) => course.name).join(", ");
          return (
            <span title={names} className="block truncate">
              {names || "—"}
            </span>
          );
        },
      },
      { id: "students", header: t("academics.columns.students"), align: "right", cell: (author) => author.students },
      { id: "role", header: t("staff.columns.role"), shrinks: true, cell: (author) => roleName(author.role, t) },
      { id: "acStatus", header: t("academics.columns.account"), cell: (author) => <AccountTag of={author} /> },
      {
        id: "createdAt",
        header: t("academics.columns.createdAt"),
        sort: true,
        cell: (author) => <span className="text-ink-soft">{formatDate(author.createdAt, zone)}</span>,
      },
    ],
    [t, zone, mayManage],
  );
}
