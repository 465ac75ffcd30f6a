/** Dialog for a pasted column, with the match of each line. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Answer } from "@/api/request";
import { useChange } from "@/api/use-change";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox";
import { Dialog } from "@/ui/dialog/dialog";

type Matched = Answer<"post", "/students/match">;
type Line = Matched["lines"][number];
const LINES_MAX = 500;

export function PasteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [matched, setMatched] = useState<Matched | null>(null);
  const [ids, setIds] = useState<readonly number[]>([]);
  const matching = useChange("post", "/students/match");
  const lines = parseLines(text);
  const show = (key: string) => {
    onClose();
    // In any status: the list's default filter would hide some of them.
    void navigate(`/students?statusId=all&picked=${key}`);
  };
  const find = async () => {
    const found = await matching.run({ body: { lines } });
    if (!found) return;
    if (found.key && found.lines.every((line) => line.outcome === "found")) show(found.key);
    else setMatched(found);
  };
  const take = async () => {
    const found = ids.length > 0 ? await matching.run({ body: { lines, ids: [...ids] } }) : matched;
    if (found?.key) show(found.key);
  };
  const toggle = (one: number, on: boolean) => setIds(on ? [...ids, one] : ids.filter((other) => other !== one));
  const count = (matched?.found ?? 0) + ids.length;
  const tooMany = countOf(lines) > LINES_MAX ? t("many.pasteTooMany", { most: LINES_MAX }) : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("many.pasteTitle")}
      text={t("many.pasteText", { most: LINES_MAX })}
      actions={
        matched ? (
          <>
            <Button onClick={() => setMatched(null)}>{t("kit.back")}</Button>
            <Button
              look="main"
              pending={matching.pending}
              fixed={count === 0 ? t("many.pasteNobody") : undefined}
              onClick={() => void take()}
            >
              {t("many.pasteShow", { count })}
            </Button>
          </>
        ) : (
          <Button
            look="main"
            pending={matching.pending}
            fixed={tooMany ?? (lines.length === 0 ? t("many.pasteEmpty") : undefined)}
            onClick={() => void find()}
          >
            {t("many.pasteFind", { count: countOf(lines) })}
          </Button>
        )
      }
    >
      {matched ? (
        <Found matched={matched} ids={ids} onToggle={toggle} />
      ) : (
        <>
          <label htmlFor={id} className="mb-1.5 block text-sm font-[550] text-ink">
            {t("many.pasteWhat")}
          </label>
          <textarea
            id={id}
            rows={10}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="field h-auto min-h-48 resize-y py-2"
          />
          {tooMany ? <p className="mt-1 text-sm text-bad">{tooMany}</p> : null}
        </>
      )}
    </Dialog>
  );
}

type FoundProps = { matched: Matched; ids: readonly number[]; onToggle: (id: number, on: boolean) => void };

function Found({ matched, ids, onToggle }: FoundProps) {
  const { t } = useTranslation();
  const of = (outcome: Line["outcome"]) => matched.lines.filter((line) => line.outcome === outcome);
  const [several, none] = [of("several"), of("none")];
  return (
    <div className="grid gap-5">
      <p role="status" className="text-base text-ink">
        {t("many.pasteFound", { count: matched.found })}
      </p>
      {several.length > 0 ? (
        <section className="grid gap-3">
          <h3 className="text-sm font-[650] text-ink-soft">{t("many.pasteSeveral", { count: several.length })}</h3>
          {several.map((line) => (
            <fieldset key={line.number} className="grid gap-2 rounded-md border border-line px-3 py-2">
              <legend className="px-1 text-sm font-[550] text-ink">{t("many.line", line)}</legend>
              {line.students.map(({ id, fullName, phoneNumber, hId }) => (
                <Checkbox
                  key={id}
                  checked={ids.includes(id)}
                  onChange={(on) => onToggle(id, on)}
                  label={[fullName, hId, phoneNumber].filter(Boolean).join(" · ")}
                />
              ))}
            </fieldset>
          ))}
        </section>
      ) : null}
      {none.length > 0 ? (
        <section className="grid gap-1.5">
          <h3 className="text-sm font-[650] text-bad">{t("many.pasteNone", { count: none.length })}</h3>
          <ul className="max-h-48 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm">
            {none.map((line) => (
              <li key={line.number}>{t("many.line", line)}</li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/**
 * Lines of a pasted column: the first non-empty column, trimmed. Blank lines between stay, so that line numbers match
 * the spreadsheet.
 */
export function parseLines(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.split("\t").find((cell) => cell.trim() !== "") ?? "").replace(/^["\s]+|["\s]+$/g, ""));
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

export const countOf = (lines: readonly string[]): number => lines.filter((line) => line !== "").length;
