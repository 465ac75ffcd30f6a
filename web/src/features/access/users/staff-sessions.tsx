/** Sessions of a staff member; an administrator ends one or all (D-9). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session, StaffCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { nameOf } from "@/entities/people/person-name";
import { deviceName } from "@/lib/format/device";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Card } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { SessionLine } from "../sessions/session-line";

const STALE = ["/users/{id}/sessions"] as const;

export function StaffSessions({ staff }: { staff: Pick<StaffCard, "id" | "fullName"> }) {
  const { t } = useTranslation();
  const read = useRead("/users/{id}/sessions", { path: { id: staff.id } });
  const [selected, setSelected] = useState<Session | "all" | null>(null);
  const one = useChange("delete", "/users/{user_id}/sessions/{session_id}", {
    invalidates: [...STALE],
    onDone: () => showDone(t("staff.ended")),
  });
  const all = useChange("delete", "/users/{id}/sessions", {
    invalidates: [...STALE],
    onDone: () => showDone(t("staff.endedAll")),
  });
  const picked = selected === "all" ? null : selected;
  const texts = {
    unknownDevice: t("staff.unknownDevice"),
    current: t("staff.current"),
    end: t("staff.endSession"),
    since: (when: string) => t("staff.since", { when }),
    lastActive: (when: string) => t("staff.lastActive", { when }),
    endOf: (device: string) => t("staff.endOf", { device }),
  };
  const device = deviceName(picked?.userAgent) ?? texts.unknownDevice;
  const endAll = (
    <Button size="small" saves onClick={() => setSelected("all")}>
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
                <SessionLine key={session.id} session={session} texts={texts} onEnd={() => setSelected(session)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={picked !== null}
        onClose={() => setSelected(null)}
        title={t("staff.endTitle")}
        text={t("staff.endText", { device, address: picked?.address || "—" })}
        confirm={t("staff.endSession")}
        danger
        saves
        onConfirm={() => picked && one.run({ path: { user_id: staff.id, session_id: picked.id } })}
      />
      <ConfirmDialog
        open={selected === "all"}
        onClose={() => setSelected(null)}
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
