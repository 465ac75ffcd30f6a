import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { useFormControl } from "@/ui/form/form";
import type { StudentFormValues } from "./student-form-values";
import type { Asked, Found, useDuplicates } from "./use-duplicates";

type Like = Found["likenesses"][number];
type LikenessNoticeProps = {
  like: ReturnType<typeof useDuplicates>;
  asked: (values: StudentFormValues) => Asked | null;
};

const WAIT_MS = 700;

/** Live check while typing; lists warnings before saving. None of them blocks. */
export function DuplicateNotice({ like, asked }: LikenessNoticeProps) {
  const { t } = useTranslation();
  const form = useFormControl();
  const values = { ...form.fields.getValues(), ...useWatch({ control: form.fields.control }) } as StudentFormValues;
  const body = form.changed ? asked(values) : null;
  const content = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed decides, and nothing else
  useEffect(() => {
    const flight = new AbortController();
    const timer = setTimeout(() => like.ahead(body, flight.signal), WAIT_MS);
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [content]);
  const found = like.foundIn(body);
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
                like.confirm(body);
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

function Odd({ found }: { found: Found }) {
  const warnings = [...new Set(Object.values(found.warnings).flat())];
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {found.likenesses.map((like, at) => (
        <li key={like.student?.id ?? `other-${at}`}>
          <Who like={like} />
        </li>
      ))}
      {warnings.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

const BY = ["phoneNumber", "personalId", "passport", "birthCertificate", "name"] as const;

function Who({ like }: { like: Like }) {
  const { t } = useTranslation();
  const why = BY.filter((one) => like.by.includes(one))
    .map((one) => t(`student.likeBy.${one}`))
    .join(", ");
  if (!like.student) return `${t("student.likeOther")} (${why})`;
  const facts = [formatDate(like.birthDate), like.offices.map((office) => office.name).join(", ")].filter(Boolean);
  return (
    <>
      <Link to={`/students/${like.student.id}`} target="_blank" className="font-[550] underline">
        {like.student.name || t("kit.unknownPerson")}
      </Link>{" "}
      {facts.join(" · ")} ({why})
    </>
  );
}
