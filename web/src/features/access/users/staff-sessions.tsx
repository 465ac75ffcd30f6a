/** Sessions of a staff member; an administrator ends one or all (D-9). */
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session, StaffCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { deviceName, isHandheld } from "@/lib/format/device";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Card } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { nameOf } from "./staff-labels";

const STALE = ["/users/{id}/sessions"] as const;

export function StaffSessions({ staff }: { staff: Pick<StaffCard, "id" | "fullName"> }) {
  const { t } = useTranslation();
  const read = useRead("/users/{id}/sessions", { path: { id: staff.id } });
  const [asked, setAsked] = useState<Session | "all" | null>(null);
  const one = useChange("delete", "/users/{user_id}/sessions/{session_id}", {
    invalidates: [...STALE],
    onDone: () => showDone(t("staff.ended")),
  });
  const all = useChange("delete", "/users/{id}/sessions", {
    invalidates: [...STALE],
    onDone: () => showDone(t("staff.endedAll")),
  });
  const picked = asked === "all" ? null : asked;
  const device = deviceName(picked?.userAgent) ?? t("staff.unknownDevice");
  const endAll = (
    <Button size="small" saves onClick={() => setAsked("all")}>
      {t("staff.endAll")}
    </Button>
  );
  return (
    <Card title={t("staff.sessions")} actions={(read.data?.total ?? 0) > 1 ? endAll : undefined}>
      <Loaded of={read}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p className="text-base text-mut">{t("staff.noSessions")}</p>
          ) : (
            <ul className="divide-y divide-line">
              {sessions.map((session) => (
                <SessionLine key={session.id} session={session} onEnd={() => setAsked(session)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={picked !== null}
        onClose={() => setAsked(null)}
        title={t("staff.endTitle")}
        text={t("staff.endText", { device, address: picked?.address || "—" })}
        confirm={t("staff.endSession")}
        danger
        saves
        onConfirm={() => picked && one.run({ path: { user_id: staff.id, session_id: picked.id } })}
      />
      <ConfirmDialog
        open={asked === "all"}
        onClose={() => setAsked(null)}
        title={t("staff.endAllTitle", { name: nameOf(staff, t) })}
        text={t("staff.endAllText")}
        confirm={t("staff.endAll")}
        danger
        saves
        onConfirm={() => all.run({ path: { id: staff.id } })}
      />
    </Card>
  );
}

function SessionLine({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation();
  const zone = useZone();
  const device = deviceName(session.userAgent) ?? t("staff.unknownDevice");
  const Icon = isHandheld(session.userAgent) ? Smartphone : Laptop;
  const facts = [
    session.address,
    t("staff.since", { when: formatDateTime(session.createdAt, zone) }),
    t("staff.lastActive", { when: formatDateTime(session.lastSeenAt, zone) }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden size={20} strokeWidth={1.8} className="shrink-0 text-mut" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-[550] text-ink-strong">
          {device}
          {session.current ? <StatusTag tone="good">{t("staff.current")}</StatusTag> : null}
        </p>
        <p className="text-sm text-mut">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {session.current ? null : (
        <Button size="small" saves aria-label={t("staff.endOf", { device })} onClick={onEnd}>
          {t("staff.endSession")}
        </Button>
      )}
    </li>
  );
}
