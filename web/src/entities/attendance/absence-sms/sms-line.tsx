import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { type AbsenceSms, smsText, smsTone } from "./absence-sms";

/** What became of the message about an absence. */
export function SmsLine({ sms }: { sms: AbsenceSms }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <span title={sms.problem ?? undefined} className={smsTone(sms)}>
      {smsText(sms, zone, t)}
      {sms.problem ? <span className="sr-only">: {sms.problem}</span> : null}
    </span>
  );
}
