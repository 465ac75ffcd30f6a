/** The check-in at the own lesson, offered where the lesson is marked: one press or one key (D-77). */
import { UserRoundCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useZone } from "@/entities/access/use-zone";
import { formatTime, toMillis } from "@/lib/dates";
import { useShortcut, useSingleKeys } from "@/lib/shortcuts";
import { useNow } from "@/lib/use-now";
import { Button, type ButtonProps } from "@/ui/controls/button";
import { KeyHint } from "@/ui/controls/key-hint";
import { StatusTag } from "@/ui/display/status-tag";
import { showDone } from "@/ui/feedback/toast";

export type OwnCheckIn = NonNullable<Answer<"get", "/attendance/for-academic/sheet">["checkIn"]>;

const LATE = 4;
const KEYS = "shift+d";

/** True while the check-in is possible and not done. `now`: an instant in milliseconds. */
export const isOffered = (checkIn: OwnCheckIn | null | undefined, now: number): checkIn is OwnCheckIn =>
  checkIn != null && checkIn.at === null && now >= toMillis(checkIn.opens) && now < toMillis(checkIn.closes);

export function useOffered(checkIn: OwnCheckIn | null | undefined): boolean {
  return isOffered(checkIn, useNow());
}

type OfferProps = Pick<ButtonProps, "look" | "size"> & {
  lessonId: number;
  checkIn: OwnCheckIn | null | undefined;
  /** Names the lesson where several are shown. */
  name?: string;
  /** Its key is pressed for this lesson. */
  keyed?: boolean;
};

/** The button while the check-in is possible, its result once it is done, else nothing. */
export function CheckInOffer({ checkIn, ...rest }: OfferProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const offered = useOffered(checkIn);
  if (offered) return <Offer {...rest} />;
  if (!checkIn?.at) return null;
  const late = checkIn.status === LATE;
  return (
    <StatusTag tone={late ? "warn" : "good"}>
      {t(late ? "attendance.checkIn.lateAt" : "attendance.checkIn.at", { time: formatTime(checkIn.at, zone) })}
    </StatusTag>
  );
}

function Offer({ lessonId, name, keyed, look = "plain", size = "normal" }: Omit<OfferProps, "checkIn">) {
  const { t } = useTranslation();
  const singleKeys = useSingleKeys();
  const save = useChange("post", "/attendance/save-academic", {
    invalidates: ["/attendance/for-academic/sheet", "/today", "/groups/{id}/staff-attendances"],
    onDone: ({ attendance }) =>
      showDone(t(attendance.status === LATE ? "attendance.checkIn.doneLate" : "attendance.checkIn.done")),
  });
  const checkIn = () => {
    if (!save.pending) void save.run({ body: { lessonId, photoId: null } });
  };
  const label = t("attendance.checkIn.do");
  return (
    <Button
      look={look}
      size={size}
      icon={UserRoundCheck}
      saves
      pending={save.pending}
      onClick={checkIn}
      aria-label={name ? `${label}: ${name}` : undefined}
    >
      {label}
      {keyed && singleKeys ? (
        <span className="max-sm:hidden">
          <KeyHint keys={KEYS} />
        </span>
      ) : null}
      {keyed ? <CheckInKey onPress={checkIn} /> : null}
    </Button>
  );
}

function CheckInKey({ onPress }: { onPress: () => void }) {
  useShortcut({ keys: KEYS, label: "attendance.checkIn.key", run: onPress });
  return null;
}
