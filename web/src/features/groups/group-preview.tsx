/** Preview of a group: state, facts, teachers and schedule. */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import type { Audience } from "@/entities/groups/group-tabs";
import { Loaded } from "@/ui/feedback/loaded";
import { GroupFacts } from "./group-facts";
import { GroupStatus } from "./group-labels";
import { ScheduleLines } from "./schedule-lines";

export function GroupPreview({ audience, id }: { audience: Audience; id: number }) {
  const { t } = useTranslation();
  const read = useRead("/groups/{id}", { path: { id } }, { keepPreviousData: true });
  const schedule = useRead("/groups/{id}/schedules", { path: { id } }, { keepPreviousData: true });
  return (
    <Loaded of={read}>
      {({ group }) => (
        <div className={read.isPlaceholder ? "grid gap-5 opacity-60" : "grid gap-5"}>
          <div>
            <h3 className="text-xl font-[650] text-ink-strong [overflow-wrap:anywhere]">{group.name}</h3>
            <p className="mt-1">
              <GroupStatus of={group} />
            </p>
          </div>
          <GroupFacts group={group} />
          <section>
            <h4 className="mb-2 text-sm font-[650] text-ink-soft">{t("groups.schedules")}</h4>
            <Loaded of={schedule}>
              {({ schedules }) => (
                <ScheduleLines audience={audience} groupId={id} lines={schedules} none={t("groups.noLines")} />
              )}
            </Loaded>
          </section>
        </div>
      )}
    </Loaded>
  );
}
