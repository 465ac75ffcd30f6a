/** The devices one is signed in on; any other than this one can be signed out (D-9). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { deviceName } from "@/lib/format/device";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Card } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { SessionLine } from "../sessions/session-line";

export function Sessions() {
  const { t } = useTranslation();
  const read = useRead("/auth/sessions");
  const [selected, setSelected] = useState<Session | null>(null);
  const ending = useChange("delete", "/auth/sessions/{id}", {
    invalidates: ["/auth/sessions"],
    onDone: () => showDone(t("profile.ended")),
  });
  const texts = {
    unknownDevice: t("profile.unknownDevice"),
    current: t("profile.current"),
    end: t("profile.end"),
    since: (when: string) => t("profile.since", { when }),
    lastActive: (when: string) => t("profile.lastSeen", { when }),
    endOf: (device: string) => t("profile.endOf", { device }),
  };
  const device = deviceName(selected?.userAgent) ?? texts.unknownDevice;
  return (
    <Card title={t("profile.sessions")}>
      <Loaded of={read}>
        {({ sessions }) => (
          <ul className="divide-y divide-line">
            {[...sessions].sort(thisFirst).map((session) => (
              <SessionLine key={session.id} session={session} texts={texts} onEnd={() => setSelected(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        open={selected !== null}
        onClose={() => setSelected(null)}
        title={t("profile.endTitle")}
        text={t("profile.endText", { device, address: selected?.address ?? "—" })}
        confirm={t("profile.end")}
        danger
        saves
        onConfirm={() => selected && ending.run({ path: { id: selected.id } })}
      />
    </Card>
  );
}

const thisFirst = (a: Session, b: Session) =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt);
