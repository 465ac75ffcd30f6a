/** The page of a recorded thing, and a link to it for those who may open it. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCan } from "@/entities/access/can";
import { START_SYNC } from "@/entities/access/permissions";
import { useSession } from "@/entities/access/session";

export interface RecordRef {
  entity: string;
  id: number;
  name: string;
  /** Who recorded it, for pages that are open to their author alone. */
  actorId?: number | null;
}

interface RecordPage {
  permission: string;
  action?: "update";
  /** The page is its author's alone. */
  own?: true;
  path: (record: RecordRef) => string;
}

const found = (path: string) => (record: RecordRef) => `${path}?value=${encodeURIComponent(record.name)}`;

/** Kinds of records that have a page. */
const PAGES: Record<string, RecordPage> = {
  student: { permission: "users:students", path: ({ id }) => `/students/${id}` },
  teacher: { permission: "users:academic", path: ({ id }) => `/users/academic/${id}` },
  user: { permission: "users:staff", path: ({ id }) => `/users/staff/${id}` },
  role: { permission: "staff_control:roles", path: ({ id }) => `/control/roles/${id}` },
  office: { permission: "staff_control:offices", path: found("/branch-office") },
  group: { permission: "all_groups", path: (record) => `${found("/groups")(record)}&status=all` },
  control_action: {
    permission: "settings:student_statutes",
    path: ({ id }) => `/settings/student-statuses/${id}/edit`,
  },
  sync_run: { ...START_SYNC, path: ({ id }) => `/synchronization?run=${id}` },
  job: { permission: "settings:integrations", path: ({ id }) => `/jobs?peek=${id}` },
  integration: { permission: "settings:integrations", path: () => "/integrations" },
  sms_template: { permission: "settings:integrations", path: found("/sms-templates") },
  sms_batch: { permission: "users:students", own: true, path: ({ id }) => `/students/sms/${id}` },
  holiday: { permission: "all_groups:attendance", path: () => "/holidays" },
};

/** The kinds that a link exists for. */
export const LINKED = Object.keys(PAGES);

/** A record's name, with a link to its page where it has one that the signed-in person may open. */
export function RecordLink({ record, children }: { record: RecordRef; children?: ReactNode }) {
  const page = PAGES[record.entity];
  const may = useCan(page?.permission ?? "", page?.action);
  const { profile } = useSession();
  const shown = children ?? record.name;
  if (!page || !may || (page.own && record.actorId !== profile?.id)) return shown;
  return (
    <Link to={page.path(record)} className="underline decoration-line-strong hover:decoration-current">
      {shown}
    </Link>
  );
}
