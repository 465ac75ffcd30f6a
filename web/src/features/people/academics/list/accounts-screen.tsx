/** Academics and assistants with their accounts: found, filtered, signed up, changed (D-16). */
import { UserPlus } from "lucide-react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AcademicRow } from "@/api/types";
import { Can } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { StartSyncButton } from "@/entities/access/start-sync";
import { nameOf } from "@/entities/people/person-name";
import { buttonClass } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";
import { Loaded } from "@/ui/feedback/loaded";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { AccountFacts, PersonFacts } from "../academic-facts";
import { AcademicHead } from "../academic-head";
import { ACADEMIC, AccountTag, branchNames, type Kind, pageOf } from "../academic-labels";
import { useAcademicActions } from "../account/academic-actions";
import { useAcademicBulk } from "../bulk/use-academic-bulk";
import { usePerson } from "../use-person";
import { useAcademicColumns } from "./academic-columns";
import { ACADEMICS_RULES, ASSISTANTS_RULES, useAcademicFilters } from "./academic-filters";

export function AcademicsScreen() {
  const { t } = useTranslation();
  const shared = useShared("academic");
  const filters = useAcademicFilters(ACADEMICS_RULES);
  const bulk = useAcademicBulk();
  return (
    <>
      <ListScreen
        {...shared.list}
        title={t("shell.academics")}
        rules={ACADEMICS_RULES}
        filters={filters}
        path="/academic"
        rowsOf={(answer) => answer.academics}
        bulk={bulk.actions}
        main={
          <Can permission={ACADEMIC} action="create">
            <Link to="/users/teacher/add" className={buttonClass("main")}>
              <UserPlus aria-hidden strokeWidth={1.8} />
              {t("academics.signUp")}
            </Link>
          </Can>
        }
      />
      {shared.dialog}
      {bulk.dialog}
    </>
  );
}

export function AssistantsScreen() {
  const { t } = useTranslation();
  const shared = useShared("assistant");
  const filters = useAcademicFilters(ASSISTANTS_RULES);
  return (
    <>
      <ListScreen
        {...shared.list}
        title={t("shell.assistants")}
        rules={ASSISTANTS_RULES}
        filters={filters}
        path="/assistant/all"
        rowsOf={(answer) => answer.assistants}
      />
      {shared.dialog}
    </>
  );
}

/** Common declaration of both lists. */
function useShared(kind: Kind) {
  const { t } = useTranslation();
  const actions = useAcademicActions(kind);
  const { start } = actions;
  const onToggle = useCallback((person: AcademicRow) => start("toggle", person), [start]);
  const columns = useAcademicColumns(kind, onToggle);
  const list = {
    rowId: (person: AcademicRow) => person.id,
    rowName: (person: AcademicRow) => nameOf(person, t),
    columns,
    searchLabel: t("academics.search"),
    exported: {
      path: kind === "academic" ? "/academic/export" : "/assistant/export",
      more: (["hId", "login"] as const).map((id) => ({ id, header: t(`sheets.columns.${id}`) })),
    },
    href: pageOf(kind),
    card: (person: AcademicRow) => (
      <CardBody
        lead={<Avatar name={person.fullName} id={person.id} photo={person.photo} />}
        title={nameOf(person, t)}
        line={[person.role && roleName(person.role, t), branchNames(person)].filter(Boolean).join(" · ")}
        aside={<AccountTag of={person} />}
      />
    ),
    preview: {
      title: () => t(kind === "academic" ? "shell.academic" : "shell.assistant"),
      body: (id: number) => <PersonPreview kind={kind} id={id} />,
    },
    rowActions: actions.offer,
    empty: { title: t("academics.emptyTitle"), text: t("academics.emptyText"), action: <StartSyncButton /> },
    emptyStandard: { title: t("academics.emptyTitle"), text: t("academics.emptyStandard") },
  };
  return { list, dialog: actions.dialog };
}

/** Preview of a teacher or assistant. */
function PersonPreview({ kind, id }: { kind: Kind; id: number }) {
  const { read, person } = usePerson(kind, id, true);
  return (
    <Loaded of={read}>
      {() =>
        person ? (
          <div className={read.isPlaceholder ? "grid gap-5 opacity-60" : "grid gap-5"}>
            <AcademicHead person={person} level="h3" />
            <PersonFacts person={person} />
            <AccountFacts person={person} />
          </div>
        ) : null
      }
    </Loaded>
  );
}
