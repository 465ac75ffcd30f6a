/** The windows of the lists: a group's schedule, its teacher's, its assistants (R1-106, R1-107, R1-113). */
import { useTranslation } from "react-i18next";
import type { GroupRow, ScheduleLine } from "@/api/types";
import { useRead } from "@/api/use-read";
import type { Audience } from "@/entities/groups/group-tabs";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { isAssistants } from "./group-labels";
import { ScheduleLines } from "./schedule-lines";

export type Which = "schedules" | "teachers" | "assistants";
export type OpenDialog = { which: Which; group: GroupRow };

const OF: Record<Which, (line: Pick<ScheduleLine, "staff">) => boolean> = {
  schedules: () => true,
  teachers: (line) => !isAssistants(line),
  assistants: isAssistants,
};
const NONE = { schedules: "groups.noLines", teachers: "groups.noTeachers", assistants: "groups.noAssistants" } as const;

type LinesWindowProps = OpenDialog & { audience: Audience; onClose: () => void };

export function ScheduleDialog({ which, group, audience, onClose }: LinesWindowProps) {
  const { t } = useTranslation();
  const read = useRead("/groups/{id}/schedules", { path: { id: group.id } });
  return (
    <Dialog open onClose={onClose} title={t(`groups.${which}Of`, { name: group.name })}>
      <Loaded of={read}>
        {({ schedules }) => (
          <ScheduleLines
            audience={audience}
            groupId={group.id}
            lines={schedules.filter(OF[which])}
            none={t(NONE[which])}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
