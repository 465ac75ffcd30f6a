/** The devices one is signed in on; any other than this one can be signed out (D-9). */
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "@/api/types";
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

export function Sessions() {
  const { t } = useTranslation();
  const read = useRead("/auth/sessions");
  const [asked, setAsked] = useState<Session | null>(null);
  const ending = useChange("delete", "/auth/sessions/{id}", {
    invalidates: ["/auth/sessions"],
    onDone: () => showDone(t("profile.ended")),
  });
  const device = deviceName(asked?.userAgent) ?? t("profile.unknownDevice");
  return (
    <Card title={t("profile.sessions")}>
      <Loaded of={read}>
        {({ sessions }) => (
          <ul className="divide-y divide-line">
            {[...sessions].sort(thisFirst).map((session) => (
              <SessionLine key={session.id} session={session} onEnd={() => setAsked(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t("profile.endTitle")}
        text={t("profile.endText", { device, address: asked?.address ?? "—" })}
        confirm={t("profile.end")}
        danger
        saves
        onConfirm={() => asked && ending.run({ path: { id: asked.id } })}
      />
    </Card>
  );
}

const thisFirst = (a: Session, b: Session) =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt);

function SessionLine({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation();
  const zone = useZone();
  const device = deviceName(session.userAgent) ?? t("profile.unknownDevice");
  const Icon = isHandheld(session.userAgent) ? Smartphone : Laptop;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden size={20} strokeWidth={1.8} className="shrink-0 text-mut" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-[550] text-ink-strong">
          {device}
          {session.current ? <StatusTag tone="good">{t("profile.current")}</StatusTag> : null}
        </p>
        <p className="text-sm text-mut">
          {[
            session.address,
            t("profile.since", { when: formatDateTime(session.createdAt, zone) }),
            t("profile.lastSeen", { when: formatDateTime(session.lastSeenAt, zone) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {session.current ? null : (
        <Button size="small" saves aria-label={t("profile.endOf", { device })} onClick={onEnd}>
          {t("profile.end")}
        </Button>
      )}
    </li>
  );
}
