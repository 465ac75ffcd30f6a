/** The page of a group with its numbered sub-pages (R1-050, R1-051, R1-109, D-55). */
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { GroupInfo } from "@/api/types";
import { useRead } from "@/api/use-read";
import { permits } from "@/entities/access/permissions";
import { useSession } from "@/entities/access/session";
import { type Audience, type GroupTab, homeOf, INFO, permissionOf, type TabProps } from "@/entities/groups/group-tabs";
import { useLanguage } from "@/i18n/use-language";
import { useCrumb } from "@/lib/crumb";
import { buttonClass } from "@/ui/controls/button";
import { Tabs } from "@/ui/controls/tabs";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { SkeletonLines } from "@/ui/feedback/skeleton";
import { Forbidden, NotFound } from "@/ui/feedback/states";
import { GroupKpis } from "./group-kpis";
import { formatHours, GroupStatus, mainLine, staffName } from "./group-labels";

const idOf = (written: string | undefined) => (/^\d{1,15}$/.test(written ?? "") ? Number(written) : 0);

type GroupScreenProps = { audience: Audience; tabs: readonly GroupTab[] };

export function GroupScreen({ audience, tabs }: GroupScreenProps) {
  const { t } = useTranslation();
  const { id, staffId, scheduleId } = useParams();
  const group = idOf(id);
  // Both calls return the same shape.
  const path = (
    audience === "admin" ? "/groups/for-admin/{id}/info" : "/groups/for-academic/{id}/info"
  ) as "/groups/for-admin/{id}/info";
  const read = useRead(path, { path: { id: group } }, { enabled: group > 0 });
  useCrumb(read.data?.group.name);
  if (group === 0 || (read.error instanceof ApiError && read.error.status === 404)) {
    return <MissingGroup audience={audience} />;
  }
  const at = { groupId: group, audience, staffId: idOf(staffId), scheduleId: idOf(scheduleId) };
  if (!read.data) {
    return (
      <Page title={t("shell.group")}>
        <Loaded of={read}>{() => null}</Loaded>
      </Page>
    );
  }
  return (
    <Page title={read.data.group.name} head={<GroupHead info={read.data} scheduleId={at.scheduleId} />}>
      <Parts at={at} info={read.data} tabs={tabs} />
    </Page>
  );
}

/** Open sub-page: the requested one, else the first; the information where there is no staff or schedule. */
export function openTab(tabs: readonly GroupTab[], written: string | null, at: TabProps): GroupTab | undefined {
  const standard = at.staffId === 0 || at.scheduleId === 0 ? tabs.find((tab) => tab.number === INFO) : tabs[0];
  return tabs.find((tab) => String(tab.number) === written) ?? standard ?? tabs[0];
}

type PartsProps = { at: TabProps; info: GroupInfo; tabs: readonly GroupTab[] };

function Parts({ at, info, tabs }: PartsProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const { permissions } = useSession();
  const seen = tabs.filter((tab) => permits(permissions, permissionOf(tab, at.audience), "read"));
  const open = openTab(seen, address.get("tab"), at);
  if (!open) return <Forbidden title={t("groups.noTab")} />;
  const show = (number: string) => setAddress({ tab: number }, { replace: true, preventScrollReset: true });
  return (
    <Tabs
      label={info.group.name}
      value={String(open.number)}
      onChange={show}
      tabs={seen.map(({ number, label, Content }) => ({
        value: String(number),
        label: t(label),
        content: (
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <Content {...at} />
          </Suspense>
        ),
      }))}
    />
  );
}

/** No such group, or not the reader's: the server does not distinguish them (D-12, D-54). */
function MissingGroup({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  return (
    <Page title={t("groups.missingTitle")} head={<span />}>
      <NotFound
        heading="h1"
        title={t("groups.missingTitle")}
        text={t("groups.missingText")}
        action={
          <Link to={homeOf(audience)} className={buttonClass()}>
            {t("groups.back")}
          </Link>
        }
      />
    </Page>
  );
}

/** Header: the group, its schedule and its KPIs. */
function GroupHead({ info: { group }, scheduleId }: { info: GroupInfo; scheduleId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = group.schedules.find(({ id }) => id === scheduleId) ?? mainLine(group);
  const lesson = line && [
    formatHours(line, language),
    line.classroomName,
    staffName(line.staff, t("kit.unknownPerson")),
  ];
  const about = [group.course.name, group.office.name, t("groups.inIt", { total: group.students })];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere]">
            {group.name}
          </h1>
          <GroupStatus of={group} />
        </div>
        {lesson ? <p className="mt-0.5 text-base text-ink-soft">{lesson.filter(Boolean).join(" · ")}</p> : null}
        <p className="text-sm text-mut">{about.join(" · ")}</p>
      </div>
      <GroupKpis of={group} />
    </div>
  );
}
