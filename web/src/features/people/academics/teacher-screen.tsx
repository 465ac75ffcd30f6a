/** A teacher's teaching: week, groups, KPIs (D-16, D-27). */
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { Can, useCan } from "@/entities/access/can";
import { nameOf } from "@/entities/people/person-name";
import { useLanguage } from "@/i18n/use-language";
import { useCrumb } from "@/lib/crumb";
import { formatKnownKpi } from "@/lib/format/percent";
import { formatPhone } from "@/lib/format/phone";
import { isRecordId } from "@/lib/record-id";
import { buttonClass } from "@/ui/controls/button";
import { Fact, Facts } from "@/ui/display/fact";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { AcademicHead } from "./academic-head";
import { ACADEMIC, branchNames } from "./academic-labels";
import { TaughtGroups } from "./groups/taught-groups";
import { MissingPerson } from "./person-screen";

export function TeacherScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id = "" } = useParams();
  const known = isRecordId(id);
  const whole = useCan(ACADEMIC);
  const read = useRead("/teacher/{id}", { path: { id: Number(id) } }, { enabled: known });
  const teacher = read.data?.teacher;
  useCrumb(teacher && nameOf(teacher, t));
  if (!known || (read.error instanceof ApiError && read.error.status === 404))
    return <MissingPerson back="/teachers" />;
  if (!teacher) {
    return (
      <Page title={t("shell.teacher")}>
        <Loaded of={read}>{() => null}</Loaded>
      </Page>
    );
  }
  const attendances = whole
    ? { attendances: (groupId: number) => `/users/academic/${teacher.id}/${groupId}/attendances` }
    : {};
  return (
    <Page
      title={nameOf(teacher, t)}
      head={<AcademicHead person={teacher} level="h1" />}
      actions={
        <Can permission={ACADEMIC}>
          <Link to={`/users/academic/${teacher.id}`} className={buttonClass()}>
            {t("academics.toAccount")}
          </Link>
        </Can>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,440px)_minmax(0,1fr)]">
        <Card title={t("academics.teaching")}>
          <Facts>
            <Fact name={t("academics.columns.groups")} value={String(teacher.groups)} />
            <Fact name={t("academics.columns.students")} value={String(teacher.students)} />
            <Fact
              name={t("academics.columns.attendanceKpi")}
              value={formatKnownKpi(teacher.attendanceKpi, language)}
              missing={t("kit.missing.attendanceKpi")}
            />
            <Fact
              name={t("academics.columns.homeworkKpi")}
              value={formatKnownKpi(teacher.homeworkKpi, language)}
              missing={t("kit.missing.homeworkKpi")}
            />
            <Fact
              name={t("academics.columns.examKpi")}
              value={formatKnownKpi(teacher.examKpi, language)}
              missing={t("kit.missing.examKpi")}
            />
            <Fact
              name={t("academics.columns.kpi")}
              value={formatKnownKpi(teacher.kpi, language)}
              missing={t("kit.missing.kpi")}
            />
            <Fact
              name={t("staff.phone")}
              value={
                teacher.phoneNumber && <span className="whitespace-nowrap">{formatPhone(teacher.phoneNumber)}</span>
              }
              copy={teacher.phoneNumber}
              wide
            />
            <Fact name={t("staff.offices")} value={branchNames(teacher)} wide />
          </Facts>
          <KpiHint of={teacher} />
        </Card>
        <Card title={t("academics.groups")}>
          <TaughtGroups path="/teacher/{id}/groups" id={teacher.id} {...attendances} />
        </Card>
      </div>
    </Page>
  );
}

/** What the KPI is computed from, as long as some of it has no data. */
function KpiHint({ of: { kpi, homeworkKpi, examKpi } }: { of: Answer<"get", "/teacher/{id}">["teacher"] }) {
  const { t } = useTranslation();
  const none = (kpi ?? null) === null;
  if (!none && (homeworkKpi ?? examKpi ?? null) !== null) return null;
  return <p className="mt-3 text-xs text-mut">{t(none ? "academics.kpiHint" : "academics.kpiOfAttendance")}</p>;
}
