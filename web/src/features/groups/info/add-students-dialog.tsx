/** Adds students to a group from its page, found by name, school ID or phone (R1-372, D-45). */
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import type { GroupRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { ENROLMENT_READS } from "@/entities/groups/periods/periods";
import { StartDayField, startDayProblem } from "@/entities/groups/periods/start-day-field";
import { nameOf } from "@/entities/people/person-name";
import { formatDate, parseDate } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { useDebounced } from "@/lib/use-debounced";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/dialog/dialog";
import { Avatar } from "@/ui/display/avatar";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";

type Candidates = Answer<"get", "/student-groups/group/{id}/candidates">;
type Candidate = Candidates["students"][number];
/** A chosen student; ``refusal``: the reason from the last attempt. */
type Choice = { student: Candidate; refusal?: string };

const MOST = 20;
const SEARCH_DEBOUNCE_MS = 400;
const BLOCKED = 2;

type AddStudentsDialogProps = { group: GroupRow; onClose: () => void };

export function AddStudentsDialog({ group, onClose }: AddStudentsDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [start, setStart] = useState("");
  const adding = useChange("post", "/student-groups/add", {
    invalidates: [...ENROLMENT_READS, "/student-groups/group/{id}/candidates"],
  });
  const wrong = startDayProblem(start) !== null;
  const toggle = (student: Candidate) =>
    setChosen((now) =>
      now.some((one) => one.student.id === student.id)
        ? now.filter((one) => one.student.id !== student.id)
        : [...now, { student }],
    );
  const add = async () => {
    if (chosen.length === 0 || wrong) return;
    const studentIds = chosen.map((one) => one.student.id);
    const answer = await adding.run({ body: { studentIds, groupId: group.id, startDate: parseDate(start) } });
    if (!answer) return;
    const refused = new Map(
      answer.results.flatMap((one) => (one.studentGroupId === null ? [[one.studentId, one.message ?? ""]] : [])),
    );
    const done = chosen.length - refused.size;
    if (done > 0) showDone(t("groups.add.done", { count: done, group: group.name }));
    if (refused.size === 0) return onClose();
    setChosen(
      chosen.flatMap(({ student }) => {
        const refusal = refused.get(student.id);
        return refusal === undefined ? [] : [{ student, refusal }];
      }),
    );
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("groups.add.title", { group: group.name })}
      text={t("groups.add.now", { count: group.students })}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={adding.pending}
            fixed={chosen.length > 0 ? undefined : t("groups.add.choose")}
            disabled={wrong}
            onClick={() => void add()}
          >
            {t("students.toGroup")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Search group={group} chosen={chosen} onToggle={toggle} />
        {chosen.length > 0 ? <Chosen of={chosen} onRemove={toggle} /> : null}
        <StartDayField value={start} onChange={setStart} />
      </div>
    </Dialog>
  );
}

type SearchProps = { group: GroupRow; chosen: readonly Choice[]; onToggle: (student: Candidate) => void };

function Search({ group, chosen, onToggle }: SearchProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const value = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const params = { path: { id: group.id }, query: { perPage: MOST, value } };
  const read = useRead("/student-groups/group/{id}/candidates", params, {
    keepPreviousData: true,
    enabled: value !== "",
  });
  return (
    <div>
      <input
        type="search"
        className="field"
        data-autofocus
        aria-label={t("groups.searchStudent")}
        placeholder={t("groups.searchStudent")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="mt-2 min-h-40" aria-live="polite">
        {value === "" ? (
          <p className="py-6 text-center text-base text-mut">{t("groups.add.hint")}</p>
        ) : (
          <Loaded of={read}>
            {(found) => (
              <Found of={found} busy={read.isPlaceholder} group={group} chosen={chosen} onToggle={onToggle} />
            )}
          </Loaded>
        )}
      </div>
    </div>
  );
}

function Found({ of, busy, group, chosen, onToggle }: SearchProps & { of: Candidates; busy: boolean }) {
  const { t } = useTranslation();
  if (of.total === 0) return <p className="py-6 text-center text-base text-mut">{t("groups.add.nobody")}</p>;
  const rest = of.total - of.students.length;
  return (
    <fieldset className={cx("grid gap-2", busy && "opacity-60")}>
      <legend className="sr-only">{t("groups.add.choose")}</legend>
      {of.similar ? <p className="text-sm text-ink-soft">{t("groups.add.similar")}</p> : null}
      <div className="grid max-h-80 auto-rows-max gap-1.5 overflow-y-auto p-1">
        {of.students.map((student) => (
          <CandidateRow
            key={student.id}
            student={student}
            group={group}
            chosen={chosen.some((one) => one.student.id === student.id)}
            onToggle={() => onToggle(student)}
          />
        ))}
      </div>
      {rest > 0 ? <p className="text-xs text-mut">{t("groups.add.more", { count: rest })}</p> : null}
    </fieldset>
  );
}

type CandidateRowProps = { student: Candidate; group: GroupRow; chosen: boolean; onToggle: () => void };

/** A student with what tells namesakes apart, and what speaks against adding. */
function CandidateRow({ student, group, chosen, onToggle }: CandidateRowProps) {
  const { t } = useTranslation();
  const elsewhere = !student.offices.some(({ id }) => id === group.office.id);
  const facts = [
    student.phoneNumber && formatPhone(student.phoneNumber),
    formatDate(student.birthDate),
    student.hId,
    student.offices.map(({ name }) => name).join(", "),
  ];
  const warnings = [
    student.clash && t("student.clash", { group: student.clash }),
    student.systemStatus === BLOCKED && t("students.system.blocked"),
    elsewhere && t("groups.add.otherBranch", { branch: group.office.name }),
  ].filter(Boolean);
  return (
    <label
      className={cx(
        "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border px-3 py-1.5",
        "has-focus-visible:outline-2 has-focus-visible:outline-focus",
        chosen ? "border-accent bg-hover" : "border-line",
        student.joined && "cursor-default",
      )}
    >
      <input
        type="checkbox"
        className="accent-(--accent)"
        checked={chosen}
        disabled={student.joined}
        onChange={onToggle}
      />
      <Avatar name={student.fullName} id={student.id} photo={student.photo} />
      <span className="min-w-0 flex-1">
        <span
          className={cx("block font-[550] [overflow-wrap:anywhere]", student.joined ? "text-mut" : "text-ink-strong")}
        >
          {nameOf(student, t)}
        </span>
        <span className="block text-xs text-mut">{facts.filter(Boolean).join(" · ")}</span>
        {student.joined ? (
          <span className="block text-xs text-ink-soft">{t("student.joined")}</span>
        ) : warnings.length > 0 ? (
          <span className="block text-xs text-warn">{warnings.join(" · ")}</span>
        ) : null}
      </span>
    </label>
  );
}

function Chosen({ of, onRemove }: { of: readonly Choice[]; onRemove: (student: Candidate) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("groups.add.chosen")}>
      <h3 className="mb-1.5 text-sm font-[550] text-ink">
        {t("groups.add.chosen")}: {of.length}
      </h3>
      <ul className="grid gap-1">
        {of.map(({ student, refusal }) => {
          const name = nameOf(student, t);
          return (
            <li key={student.id} className="flex items-center gap-2 rounded-lg bg-hover py-0.5 pr-1 pl-3">
              <span className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
                <span className="text-ink">{name}</span>
                {refusal ? <span className="block text-xs text-bad">{refusal}</span> : null}
              </span>
              <button
                type="button"
                aria-label={t("groups.add.unchoose", { name })}
                onClick={() => onRemove(student)}
                className="grid size-8 shrink-0 place-items-center rounded text-mut hover:text-ink max-sm:size-11"
              >
                <X aria-hidden size={15} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
