/** The groups of an academic, those going on first of all (R1-067). */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { nameOf } from "@/entities/people/person-name";
import { useCrumb } from "@/lib/crumb";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";

import { MissingPerson } from "../person-screen";
import { usePerson } from "../use-person";
import { GroupStatus, useGroupColumns } from "./group-columns";

const RULES: ListRules = {
  name: "academicGroups",
  order: "ASC",
  filters: [{ kind: "one", name: "status", standard: "2" }],
};

export function AcademicGroupsScreen() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const { person, missing } = usePerson("academic", id);
  useCrumb(person && nameOf(person, t));
  const attendances = useCallback((groupId: number) => `/users/academic/${id}/${groupId}/attendances`, [id]);
  const columns = useGroupColumns(attendances);
  if (missing) return <MissingPerson back="/users/academic" />;
  const states = [t("academics.group.notStarted"), t("academics.group.going"), t("academics.group.ended")];
  const choices = states.map((label, at) => ({ value: String(at + 1), label }));
  return (
    <ListScreen
      title={person ? t("academics.groupsOf", { name: nameOf(person, t) }) : t("academics.groups")}
      rules={RULES}
      path="/academic/{id}/groups"
      at={{ id: Number(id) }}
      rowsOf={(answer) => answer.groups}
      rowId={(group) => group.id}
      rowName={(group) => group.name}
      columns={columns}
      filters={[{ kind: "one", name: "status", standard: "2", label: t("academics.columns.status"), choices }]}
      searchLabel={t("academics.searchGroup")}
      href={attendances}
      card={(group) => (
        <CardBody lead={null} title={group.name} line={group.course.name} aside={<GroupStatus of={group} />} />
      )}
      empty={{ title: t("academics.noGroups"), text: t("academics.noGroupsText") }}
      emptyStandard={{ title: t("academics.noGroups"), text: t("academics.noGroupsNow") }}
    />
  );
}
