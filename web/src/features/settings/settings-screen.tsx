/** Home of the settings: the sections that the person may open. */
import {
  Building2,
  Cable,
  CalendarOff,
  History,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  RefreshCw,
  Server,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { permits, START_SYNC } from "@/entities/access/permissions";
import { useSession } from "@/entities/access/session";
import type { TextKey } from "@/i18n/texts";
import { Page } from "@/ui/display/page";
import { EmptyCard } from "@/ui/feedback/states";

interface Entry {
  to: string;
  permission: string;
  action?: "update";
  icon: LucideIcon;
  name: TextKey;
  text: TextKey;
}

const ENTRIES: readonly Entry[] = [
  {
    to: "/settings/student-statuses",
    permission: "settings:student_statutes",
    icon: ListChecks,
    name: "shell.studentStatuses",
    text: "settings.statusesText",
  },
  {
    to: "/integrations",
    permission: "settings:integrations",
    icon: Cable,
    name: "shell.integrations",
    text: "integrations.settingsText",
  },
  {
    to: "/sms-templates",
    permission: "settings:integrations",
    icon: MessageSquareText,
    name: "shell.smsTemplates",
    text: "sms.templatesText",
  },
  {
    to: "/holidays",
    permission: "all_groups:attendance",
    icon: CalendarOff,
    name: "shell.holidays",
    text: "settings.holidaysText",
  },
  {
    to: "/synchronization",
    ...START_SYNC,
    icon: RefreshCw,
    name: "shell.synchronisation",
    text: "settings.synchronisationText",
  },
  { to: "/jobs", permission: "settings:integrations", icon: Server, name: "shell.jobs", text: "settings.jobsText" },
  {
    to: "/branch-office",
    permission: "staff_control:offices",
    icon: Building2,
    name: "shell.branches",
    text: "settings.branchesText",
  },
  {
    to: "/audits",
    permission: "staff_control:audit_logs",
    icon: History,
    name: "shell.audits",
    text: "settings.auditsText",
  },
];

export function SettingsScreen() {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const open = ENTRIES.filter((entry) => permits(permissions, entry.permission, entry.action ?? "read"));
  return (
    <Page title={t("shell.settings")} note={t("settings.homeText")}>
      {open.length === 0 ? <EmptyCard title={t("settings.noneText")} /> : null}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {open.map(({ to, icon: Icon, name, text }) => (
          <li key={to}>
            <Link to={to} className="card flex h-full items-start gap-3 rounded-xl p-4 hover:bg-hover">
              <Icon aria-hidden size={20} strokeWidth={1.8} className="mt-0.5 shrink-0 text-accent-ink" />
              <span className="min-w-0">
                <span className="block font-[600] text-ink-strong">{t(name)}</span>
                <span className="block text-sm text-mut">{t(text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
