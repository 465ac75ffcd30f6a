/** The study months of a course as a whole list: names, lessons, new ones (R2-206, R2-312). */

import type { TFunction } from "i18next";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useUnsaved } from "@/lib/unsaved";
import { Button, IconButton } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone } from "@/ui/feedback/toast";
import { type Curriculum, type CurriculumMonth, STALE } from "../course-types";

/** What the call takes (R2-312); it names no limits of forms in a list. */
const LIMITS = { lessons: { minimum: 1, maximum: 100 }, name: { maxLength: 255 } } as const;

/** A month as it is typed. */
interface Line {
  key: string;
  month: CurriculumMonth | null;
  name: string;
  lessons: string;
}

export function MonthsDialog({ plan, onClose }: { plan: Curriculum; onClose: () => void }) {
  const { t } = useTranslation();
  const [lines, setLines] = useState<readonly Line[]>(() => plan.months.map(lineOf));
  const [added, setAdded] = useState(0);
  const save = useChange("put", "/courses/{id}/study-month", {
    invalidates: [...STALE],
    onDone: () => showDone(t("courses.months.saved")),
  });
  const changed = JSON.stringify(lines) !== JSON.stringify(plan.months.map(lineOf));
  const settle = useUnsaved(changed);
  const faults = lines.map((line, place) => faultOf(line, lines, t) ?? rejected(save.fields, place));
  const put = (key: string, values: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...values } : line)));
  const add = () => {
    const last = lines.at(-1);
    const name = t("courses.months.standardName", { number: lines.length + 1 });
    setLines([...lines, { key: `new-${added}`, month: null, name, lessons: last?.lessons ?? "12" }]);
    setAdded(added + 1);
  };
  const send = async () => {
    const months = lines.map(({ month, name, lessons }) => ({
      id: month?.id ?? null,
      number: month?.number ?? null,
      name: name.trim(),
      lessons: Number(lessons),
    }));
    const saved = await save.run({ path: { id: plan.course.id }, body: { months, version: plan.version } });
    if (saved === undefined) return;
    settle();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("courses.months.title")}
      text={t("courses.months.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={save.pending}
            disabled={!changed}
            fixed={faults.find(Boolean)?.text}
            onClick={() => void send()}
          >
            {t("kit.save")}
          </Button>
        </>
      }
    >
      <ol className="grid gap-2">
        {lines.map((line, index) => (
          <MonthLine
            key={line.key}
            line={line}
            place={index + 1}
            fault={faults[index]}
            onPut={(values) => put(line.key, values)}
            onDelete={() => setLines(lines.filter((one) => one !== line))}
          />
        ))}
      </ol>
      <Button size="small" icon={Plus} className="mt-3" onClick={add}>
        {t("courses.months.add")}
      </Button>
    </Dialog>
  );
}

const lineOf = (month: CurriculumMonth): Line => ({
  key: String(month.id),
  month,
  name: month.name,
  lessons: String(month.lessons),
});

interface Fault {
  field: "name" | "lessons";
  text: string;
}

function faultOf(line: Line, lines: readonly Line[], t: TFunction): Fault | undefined {
  const { minimum, maximum } = LIMITS.lessons;
  const typed = line.lessons.trim();
  if (!/^\d+$/.test(typed) || Number(typed) < minimum || Number(typed) > maximum)
    return { field: "lessons", text: t("courses.months.lessonsWrong", { least: minimum, most: maximum }) };
  const name = folded(line.name);
  if (name === "") return { field: "name", text: t("form.required") };
  // two months of the school may have one name
  const own = name !== folded(line.month?.name ?? "");
  return own && lines.some((other) => other !== line && folded(other.name) === name)
    ? { field: "name", text: t("courses.months.nameTaken") }
    : undefined;
}

const folded = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** What the server says of a month. */
function rejected(fields: Record<string, string[]>, place: number): Fault | undefined {
  const [path, texts] = Object.entries(fields).find(([name]) => name.startsWith(`months.${place}.`)) ?? [];
  return texts?.[0] ? { field: path?.endsWith(".lessons") ? "lessons" : "name", text: texts[0] } : undefined;
}

type MonthLineProps = {
  line: Line;
  place: number;
  fault: Fault | undefined;
  onPut: (values: Partial<Line>) => void;
  onDelete: () => void;
};

function MonthLine({ line, place, fault, onPut, onDelete }: MonthLineProps) {
  const { t } = useTranslation();
  const { month } = line;
  const kept = month?.school
    ? t("courses.months.ofSchool")
    : month && month.topics.length > 0
      ? t("courses.months.hasTopics", { count: month.topics.length })
      : undefined;
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_88px_auto] items-center gap-2">
      <span className="text-right text-sm text-mut tabular-nums">{month?.number ?? place}</span>
      <input
        className="field"
        aria-label={t("courses.months.name", { number: place })}
        aria-invalid={fault?.field === "name" || undefined}
        maxLength={LIMITS.name.maxLength}
        value={line.name}
        onChange={({ target }) => onPut({ name: target.value })}
      />
      <input
        className="field text-right"
        inputMode="numeric"
        aria-label={t("courses.months.lessons", { number: place })}
        aria-invalid={fault?.field === "lessons" || undefined}
        maxLength={5}
        value={line.lessons}
        onChange={({ target }) => onPut({ lessons: target.value })}
      />
      {kept === undefined ? (
        <IconButton icon={Trash2} label={t("courses.months.delete", { name: line.name })} onClick={onDelete} />
      ) : (
        <IconButton icon={Trash2} label={kept} aria-disabled className="opacity-40" />
      )}
      {fault ? (
        <p role="alert" className="col-start-2 col-end-5 text-sm text-bad">
          {fault.text}
        </p>
      ) : null}
    </li>
  );
}
