/** First steps on a console that was just set up. */
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Today } from "@/api/types";
import { buttonClass } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Row, Section } from "./section";

const WHERE = { synchronise: "/synchronization", branches: "/branch-office", accounts: "/users/academic" } as const;

export function FirstSteps({ steps }: { steps: Today["firstSteps"] }) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  const next = steps.find((one) => !one.done)?.step;
  return (
    <Section title={t("today.firstSteps")}>
      <ol className="divide-y divide-line">
        {steps.map(({ step, done }, at) => (
          <Row
            key={step}
            lead={
              <span
                aria-hidden
                className={cx(
                  "grid size-6 shrink-0 place-items-center rounded-full text-xs font-[650]",
                  done ? "bg-good-soft text-good" : "bg-accent-soft-strong text-accent-ink",
                )}
              >
                {done ? <Check size={14} strokeWidth={2.4} /> : at + 1}
              </span>
            }
            action={
              done ? (
                <span className="text-sm text-good">{t("today.stepDone")}</span>
              ) : (
                <Link to={WHERE[step]} className={buttonClass(step === next ? "main" : "plain", "small")}>
                  {t(`today.steps.${step}.open`)}
                </Link>
              )
            }
          >
            <span className="block font-[550] text-ink-strong">{t(`today.steps.${step}.name`)}</span>
            <span className="block text-sm text-mut">{t(`today.steps.${step}.text`)}</span>
          </Row>
        ))}
      </ol>
    </Section>
  );
}
