/** Where the text of a homework comes from: typed, or generated from the homework database (R2-191, R2-192, D-85). */
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { FileList } from "@/entities/homework/attachments";
import { Variants } from "@/entities/homework/variants";
import { useFormValue } from "@/entities/homework/work-form-fields";
import { cx } from "@/ui/cx";
import { Loaded } from "@/ui/feedback/loaded";
import { useFormControl } from "@/ui/form/form";
import type { FormOptions } from "../homework-paths";

type Generated = Answer<"get", "/homework/generate">;
export const TYPED = "typed";
const RANDOM = "1";
const SAME = "2";
const SOURCES = [TYPED, SAME, RANDOM] as const;
type Source = (typeof SOURCES)[number];
const WORDS = { [TYPED]: "typed", [SAME]: "same", [RANDOM]: "random" } as const;

/** What the call of giving takes; null for a typed homework. */
export const generatedOf = (written: string) =>
  written ? (JSON.parse(written) as { mode: Generated["mode"]; publicationIds: number[] }) : null;

export function SourceField({ options, groupId }: { options: FormOptions; groupId: number }) {
  const { t } = useTranslation();
  const { errorOf } = useFormControl();
  const [topic] = useFormValue("topicId");
  const [source, setSource] = useFormValue("source");
  const [description, setDescription] = useFormValue("description");
  const [, setGenerated] = useFormValue("generated");
  const own = useRef("");
  const found = options.generated.find(({ topicId }) => String(topicId) === topic);
  const offered = { [TYPED]: true, [SAME]: found?.main === true, [RANDOM]: (found?.variants ?? 0) > 0 };
  const chosen = SOURCES.find((one) => one === source && offered[one]) ?? TYPED;
  const choose = (next: Source) => {
    if (chosen === TYPED) own.current = description;
    setSource(next);
    setGenerated("");
    setDescription(next === TYPED ? own.current : "");
  };
  // another topic may have nothing of the kind
  useEffect(() => {
    if (source === chosen) return;
    setSource(TYPED);
    setGenerated("");
    setDescription(own.current);
  });
  return (
    <div className="grid grid-cols-1 gap-3">
      <SourceChoice value={chosen} offered={offered} onChange={choose} />
      {errorOf("source") ? <p className="text-sm text-bad">{errorOf("source")}</p> : null}
      {found ? null : (
        <p className="text-sm text-mut">
          {t(topic ? "homework.generating.nothing" : "homework.generating.chooseTopic")}
        </p>
      )}
      {chosen === TYPED ? null : <FromDatabase key={`${topic}-${chosen}`} query={queryOf(groupId, topic, chosen)} />}
    </div>
  );
}

const queryOf = (groupId: number, topic: string, source: Source) => ({
  groupId,
  topicId: Number(topic),
  mode: source === RANDOM ? (1 as const) : (2 as const),
});

function FromDatabase({ query }: { query: ReturnType<typeof queryOf> }) {
  const { t } = useTranslation();
  const read = useRead("/homework/generate", { query });
  const [description, setDescription] = useFormValue("description");
  const [held, setGenerated] = useFormValue("generated");
  const { data } = read;
  useEffect(() => {
    if (!data) return;
    const next = JSON.stringify({ mode: data.mode, publicationIds: data.publicationIds });
    if (next === held) return;
    setGenerated(next);
    setDescription(data.description);
  }, [data, held, setDescription, setGenerated]);
  return (
    <Loaded of={read}>
      {(generated) =>
        generated.mode === 1 ? (
          <>
            <p className="text-sm text-mut">{t("homework.generating.randomHelp")}</p>
            <Variants variants={generated.homework} />
          </>
        ) : (
          <>
            <p aria-live="polite" className="text-sm text-mut">
              {t(
                description === generated.description || description === ""
                  ? "homework.generating.sameHelp"
                  : "homework.generating.edited",
              )}
            </p>
            <FileList files={generated.homework[0]?.attachments ?? []} />
          </>
        )
      }
    </Loaded>
  );
}

type SourceChoiceProps = {
  value: Source;
  offered: Readonly<Record<Source, boolean>>;
  onChange: (next: Source) => void;
};

function SourceChoice({ value, offered, onChange }: SourceChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-[550] text-ink">{t("homework.generating.source")}</legend>
      <div className="flex flex-wrap gap-2">
        {SOURCES.map((one) => (
          <label
            key={one}
            className={cx(
              "flex h-9 items-center gap-2 rounded border px-4 text-sm font-[550] max-sm:h-11 max-sm:w-full",
              offered[one] ? "cursor-pointer" : "cursor-not-allowed text-mut",
              value === one ? "border-accent bg-accent-soft text-accent-ink" : "border-line-strong hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === one}
              disabled={!offered[one]}
              onChange={() => onChange(one)}
              className="accent-(--color-accent)"
            />
            {t(`homework.generating.${WORDS[one]}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
