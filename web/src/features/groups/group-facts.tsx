/** The facts of a group: in its page's information and beside the list. */
import { useTranslation } from "react-i18next";
import type { GroupRow } from "@/api/types";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatKnownKpi } from "@/lib/format/percent";
import { Fact, Facts } from "@/ui/display/fact";
import { learningTypeName } from "./group-labels";

export function GroupFacts({ group }: { group: GroupRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Facts>
      <Fact name={t("groups.columns.course")} value={group.course.name} />
      <Fact name={t("groups.columns.category")} value={group.category?.displayName} />
      <Fact name={t("groups.columns.office")} value={group.office.name} />
      <Fact name={t("groups.columns.learningType")} value={learningTypeName(group.learningType, t)} />
      <Fact name={t("groups.columns.startedDate")} value={formatDate(group.startedDate)} />
      <Fact name={t("groups.columns.endedDate")} value={formatDate(group.endedDate)} />
      <Fact name={t("groups.columns.students")} value={String(group.students)} />
      <Fact
        name={t("groups.columns.attendanceKpi")}
        value={formatKnownKpi(group.attendanceKpi, language)}
        missing={t("kit.missing.attendanceKpi")}
      />
      <Fact
        name={t("groups.columns.homeworkKpi")}
        value={formatKnownKpi(group.homeworkKpi, language)}
        missing={t("kit.missing.homeworkKpi")}
      />
      <Fact
        name={t("groups.columns.examKpi")}
        value={formatKnownKpi(group.examKpi, language)}
        missing={t("kit.missing.examKpi")}
      />
    </Facts>
  );
}
