/** Import of students from a spreadsheet: file, columns, plan and result. The import's id is in the address. */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { ImportCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { cx } from "@/ui/cx";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { CheckStep } from "./check-step";
import { ChooseStep } from "./choose-step";
import { ColumnsStep } from "./columns-step";
import { DoneStep } from "./done-step";

const STEPS = ["file", "columns", "check", "done"] as const;
type Step = (typeof STEPS)[number];
const WORKING: readonly ImportCard["state"][] = ["committing", "reverting"];
const WORKING_MS = 1_000;

export function ImportScreen() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const id = Number(address.get("id")) || null;
  const go = (next: Record<string, string>) => setAddress(next);
  return (
    <Page title={t("imports.title")}>
      {id === null ? (
        <>
          <Steps at="file" />
          <ChooseStep onRead={(one) => go({ id: String(one.id) })} />
        </>
      ) : (
        <Opened id={id} mending={address.get("step") === "columns"} go={go} />
      )}
    </Page>
  );
}

function stepOf(one: ImportCard, mending: boolean): Step {
  if (one.state === "mapping" || (one.state === "planned" && mending)) return "columns";
  return one.state === "planned" ? "check" : "done";
}

type OpenedProps = { id: number; mending: boolean; go: (next: Record<string, string>) => void };

function Opened({ id, mending, go }: OpenedProps) {
  const read = useRead(
    "/students/imports/{id}",
    { path: { id } },
    {
      refetchInterval: (data) =>
        data && WORKING.includes(data.studentImport.state) && !data.studentImport.failed ? WORKING_MS : false,
    },
  );
  const here = { id: String(id) };
  return (
    <Loaded of={read}>
      {({ studentImport: one }) => {
        const step = stepOf(one, mending);
        return (
          <>
            <Steps at={step} />
            {step === "columns" ? <ColumnsStep key={one.version} one={one} onPlanned={() => go(here)} /> : null}
            {step === "check" ? <CheckStep one={one} onBack={() => go({ ...here, step: "columns" })} /> : null}
            {step === "done" ? <DoneStep one={one} onAnother={() => go({})} /> : null}
          </>
        );
      }}
    </Loaded>
  );
}

function Steps({ at }: { at: Step }) {
  const { t } = useTranslation();
  const reached = STEPS.indexOf(at);
  return (
    <ol className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {STEPS.map((step, number) => (
        <li
          key={step}
          aria-current={step === at ? "step" : undefined}
          className={cx("flex items-center gap-2", number > reached ? "text-mut" : "font-[550] text-ink")}
        >
          <span
            aria-hidden
            className={cx(
              "grid size-6 place-items-center rounded-full border text-xs",
              number > reached ? "border-line-strong" : "border-accent bg-accent text-on-accent",
            )}
          >
            {number + 1}
          </span>
          {t(`imports.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
