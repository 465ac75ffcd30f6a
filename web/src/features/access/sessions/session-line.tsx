import { Laptop, Smartphone } from "lucide-react";
import type { Session } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { deviceName, isHandheld } from "@/lib/format/device";
import { Button } from "@/ui/controls/button";
import { StatusTag } from "@/ui/display/status-tag";

type SessionLineProps = {
  session: Session;
  texts: {
    unknownDevice: string;
    current: string;
    end: string;
    since: (when: string) => string;
    lastActive: (when: string) => string;
    endOf: (device: string) => string;
  };
  onEnd: () => void;
};

/** A device that an account is signed in on; any but the present one can be signed out (D-9). */
export function SessionLine({ session, texts, onEnd }: SessionLineProps) {
  const zone = useZone();
  const device = deviceName(session.userAgent) ?? texts.unknownDevice;
  const Icon = isHandheld(session.userAgent) ? Smartphone : Laptop;
  const facts = [
    session.address,
    texts.since(formatDateTime(session.createdAt, zone)),
    texts.lastActive(formatDateTime(session.lastSeenAt, zone)),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden size={20} strokeWidth={1.8} className="shrink-0 text-mut" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-[550] text-ink-strong">
          {device}
          {session.current ? <StatusTag tone="good">{texts.current}</StatusTag> : null}
        </p>
        <p className="text-sm text-mut">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {session.current ? null : (
        <Button size="small" saves aria-label={texts.endOf(device)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
