import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { useFormControl } from "@/ui/form/form";
import type { StudentFormValues } from "./student-form-values";
import type { DuplicateQuery, DuplicatesFound, useDuplicates } from "./use-duplicates";

type Like = DuplicatesFound["likenesses"][number];
type LikenessNoticeProps = {
  duplicates: ReturnType<typeof useDuplicates>;
  toCheck: (values: StudentFormValues) => DuplicateQuery | null;
};

const CHECK_DEBOUNCE_MS = 700;

/** Live check while typing, debounced; lists warnings before saving. None of them blocks. */
export function DuplicateNotice({ duplicates, toCheck }: LikenessNoticeProps) {
  const { t } = useTranslation();
  const form = useFormControl();
  const values = { ...form.fields.getValues(), ...useWatch({ control: form.fields.control }) } as StudentFormValues;
  const body = form.changed ? toCheck(values) : null;
  const content = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed decides, and nothing else
  useEffect(() => {
    const flight = new AbortController();
    const timer = setTimeout(() => duplicates.ahead(body, flight.signal), CHECK_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [content]);
  const found = duplicates.foundIn(body);
  return (
    <div aria-live="polite">
      {found ? (
        <section className="grid gap-3 rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
          <h3 className="font-[650]">{t(found.likenesses.length > 0 ? "student.likeTitle" : "student.warnTitle")}</h3>
          <Odd found={found} />
          <div>
            <Button
              saves
              data-sure
              pending={form.pending}
              onClick={() => {
                duplicates.confirm(body);
                void form.submit();
              }}
            >
              {t("student.saveAnyway")}
            </Button>
          </div>
        </section>
      ) : null}
    </div>
  );
}

function Odd({ found }: { found: DuplicatesFound }) {
  const warnings = [...new Set(Object.values(found.warnings).flat())];
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {found.likenesses.map((duplicates, at) => (
        <li key={duplicates.student?.id ?? `other-${at}`}>
          <Who duplicates={duplicates} />
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}

const BY = ["phoneNumber", "personalId", "passport", "birthCertificate", "name"] as const;

function Who({ duplicates }: { duplicates: Like }) {
  const { t } = useTranslation();
  const why = BY.filter((one) => duplicates.by.includes(one))
    .map((one) => t(`student.likeBy.${one}`))
    .join(", ");
  if (!duplicates.student) return `${t("student.likeOther")} (${why})`;
  const facts = [formatDate(duplicates.birthDate), duplicates.offices.map((office) => office.name).join(", ")].filter(
    Boolean,
  );
  return (
    <>
      <Link to={`/students/${duplicates.student.id}`} target="_blank" className="font-[550] underline">
        {duplicates.student.name || t("kit.unknownPerson")}
      </Link>{" "}
      {facts.join(" · ")} ({why})
    </>
  );
}
