/** Adds a student to a group (R1-368, R1-370, R1-372): groups with days, price, and clashes with the student's week. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { ENROLMENT_READS } from "@/entities/groups/periods/periods";
import { StartDayField, startDayProblem } from "@/entities/groups/periods/start-day-field";
import { nameOf } from "@/entities/people/person-name";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, parseDate, weekdayShort } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showInfo } from "@/ui/feedback/toast";
import { type GroupChoice, GroupSearch } from "./group-search";
import type { StudentDialogProps } from "./student-action";

export function AddToGroupDialog({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(student, t);
  const [chosen, setChosen] = useState<GroupChoice | null>(null);
  const [start, setStart] = useState("");
  const adding = useChange("post", "/student-groups/add", { invalidates: [...ENROLMENT_READS] });
  const from = parseDate(start);
  const wrong = startDayProblem(start) !== null;
  const add = async () => {
    if (!chosen || wrong) return;
    const body = { studentIds: [student.id], groupId: chosen.id, startDate: from };
    const [result] = (await adding.run({ body }))?.results ?? [];
    if (result?.message) showInfo(result.message);
    if (!result?.studentGroupId) return;
    showDone(t("student.addedToGroup", { group: chosen.name }));
    onClose();
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("student.toGroupOf", { name })}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={adding.pending}
            fixed={chosen ? undefined : t("student.chooseGroup")}
            disabled={wrong}
            onClick={() => void add()}
          >
            {t("students.toGroup")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <GroupSearch
          studentId={student.id}
          searchLabel={t("student.searchGroup")}
          legend={t("student.chooseGroup")}
          empty={t("student.noChoices")}
        >
          {(group) => (
            <GroupRow key={group.id} group={group} chosen={chosen?.id === group.id} onChoose={() => setChosen(group)} />
          )}
        </GroupSearch>
        <StartDayField value={start} onChange={setStart} />
      </div>
    </Dialog>
  );
}

function GroupRow({ group, chosen, onChoose }: { group: GroupChoice; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const meetings = useMeetings();
  const money = group.price === null ? null : formatCount(group.price, language);
  const facts = [
    group.course.name,
    group.office.name,
    [formatDate(group.startedDate), formatDate(group.endedDate)].filter(Boolean).join(" – "),
    money && t("student.price", { sum: money }),
    t("student.inGroup", { total: group.students }),
  ];
  return (
    <label
      className={cx(
        "flex cursor-pointer items-start gap-3 rounded-lg border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus",
        chosen ? "border-accent bg-hover" : "border-line",
        group.joined && "cursor-default opacity-60",
      )}
    >
      <input
        type="radio"
        name="group"
        className="mt-1 accent-(--accent)"
        checked={chosen}
        disabled={group.joined}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-[550] text-ink-strong [overflow-wrap:anywhere]">{group.name}</span>
        <span className="block text-xs text-mut">{facts.filter(Boolean).join(" · ")}</span>
        <span className="block text-xs text-ink-soft">{meetings(group.schedules)}</span>
        {group.joined ? <span className="block text-xs text-mut">{t("student.joined")}</span> : null}
        {group.clash ? (
          <span className="block text-xs text-warn">{t("student.clash", { group: group.clash })}</span>
        ) : null}
      </span>
    </label>
  );
}

/** Schedule of a group: "Dush, Chor, Jum 09:00–11:00 · Karimova S." */
type Meeting = GroupChoice["schedules"][number];

function useMeetings(): (meetings: readonly Meeting[]) => string {
  const language = useLanguage();
  return (meetings) =>
    meetings
      .map(({ daysOfWeek, beginTime, endTime, teacher }) => {
        const days = daysOfWeek.map((day) => weekdayShort(day, language)).join(", ");
        const hours = beginTime && endTime ? `${beginTime}–${endTime}` : "";
        return [[days, hours].filter(Boolean).join(" "), teacher].filter(Boolean).join(" · ");
      })
      .join("; ");
}
