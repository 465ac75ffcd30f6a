/** Offers an SMS to those absent without a reason, to whoever may mark the class and send SMS (D-158). */
import { MessageSquareText } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button, type ButtonProps } from "@/ui/controls/button";
import type { Audience } from "./absence-sms";

const AbsenceSmsDialog = lazyComponent(
  async () => (await import("./absence-sms-dialog")).AbsenceSmsDialog,
  ["absences", "sms"],
);

type TellAbsentProps = Pick<ButtonProps, "className"> & {
  audience: Audience;
  lessonIds: readonly number[];
  /** Students who have got no message yet. */
  count: number;
  /** Names the lesson where several are shown; the button is then short. */
  name?: string;
};

export function TellAbsent({ audience, lessonIds, count, name, className }: TellAbsentProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const sends = useCan("users:students", "update");
  const marks = useCan(`${audience === "admin" ? "all_groups" : "my_groups"}:attendance`, "update");
  if (!sends || !marks || (count === 0 && !open)) return null;
  const label = t("absences.tell", { count });
  return (
    <>
      <Button
        size="small"
        icon={MessageSquareText}
        onClick={() => setOpen(true)}
        aria-label={name ? `${label}: ${name}` : undefined}
        className={className}
      >
        {name ? t("absences.sms") : label}
      </Button>
      {open ? (
        <Suspense>
          <AbsenceSmsDialog audience={audience} lessonIds={lessonIds} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
