/** Adds a student to a group (R1-368…R1-372): groups with days, price, and clashes with the student's week. */
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { ENROLMENT_READS } from "@/entities/groups/periods/periods";
import { useLanguage } from "@/i18n/use-language";
import { ANY_YEARS, formatDate, maskDate, parseDate, weekdayShort } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showInfo } from "@/ui/feedback/toast";
import { useNameOf } from "../student-labels";
import type { StudentDialogProps } from "./student-action";

type Choice = Answer<"get", "/student-groups/groups">["groups"][number];

const MOST = 20;
const SEARCH_WAIT_MS = 400;

export function AddToGroupDialog({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = useNameOf()(student);
  const day = useId();
  const [typed, setTyped] = useState("");
  const searched = useLater(typed);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [start, setStart] = useState("");
  const query = { studentId: student.id, perPage: MOST, ...(searched.trim() ? { value: searched.trim() } : {}) };
  const read = useRead("/student-groups/groups", { query }, { keepPreviousData: true });
  const adding = useChange("post", "/student-groups/add", { invalidates: [...ENROLMENT_READS] });
  const from = parseDate(start);
  const wrong = start.trim() !== "" && from === null;
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
        <input
          type="search"
          className="field"
          data-autofocus
          aria-label={t("student.searchGroup")}
          placeholder={t("student.searchGroup")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Loaded of={read}>
          {({ groups }) =>
            groups.length === 0 ? (
              <p className="py-6 text-center text-base text-mut">{t("student.noChoices")}</p>
            ) : (
              <fieldset className={cx("grid max-h-80 gap-2 overflow-y-auto p-1", read.isPlaceholder && "opacity-60")}>
                <legend className="sr-only">{t("student.chooseGroup")}</legend>
                {groups.map((group) => (
                  <GroupRow
                    key={group.id}
                    group={group}
                    chosen={chosen?.id === group.id}
                    onChoose={() => setChosen(group)}
                  />
                ))}
              </fieldset>
            )
          }
        </Loaded>
        <div className="grid gap-1.5 sm:max-w-72">
          <label htmlFor={day} className="text-sm font-[550] text-ink">
            {t("student.startDate")}
          </label>
          <input
            id={day}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className="field"
            placeholder={t("form.dayShape")}
            aria-invalid={wrong || undefined}
            aria-describedby={`${day}-words`}
            maxLength={10}
            value={start}
            onChange={(event) => {
              const deletes = (event.nativeEvent as InputEvent).inputType?.startsWith("delete");
              setStart(deletes ? event.target.value : maskDate(event.target.value, ANY_YEARS));
            }}
          />
          <p id={`${day}-words`} aria-live="polite" className={cx("text-sm", wrong ? "text-bad" : "text-mut")}>
            {t(wrong ? "student.born.format" : "student.startHelp")}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** The query, once it has stayed the same for a moment. */
function useLater(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function GroupRow({ group, chosen, onChoose }: { group: Choice; chosen: boolean; onChoose: () => void }) {
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
type Meeting = Answer<"get", "/student-groups/groups">["groups"][number]["schedules"][number];

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
