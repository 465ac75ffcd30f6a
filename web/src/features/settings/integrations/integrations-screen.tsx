/** Connections with outside systems: a card per kind, with its address and state (R1-090). */
import { useTranslation } from "react-i18next";
import type { Integration } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { CentreNote, useCentreReason } from "@/entities/access/centre";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Fact, Facts } from "@/ui/display/fact";
import { Card, Page } from "@/ui/display/page";
import { StatusTag, type Tone } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { ConnectionTest } from "./connection-test";
import { IntegrationForm } from "./integration-form";
import { adapterLabel, fieldLabel } from "./integration-labels";

export function IntegrationsScreen() {
  const { t } = useTranslation();
  const read = useRead("/integrations");
  return (
    <Page title={t("shell.integrations")} note={t("integrations.note")}>
      <CentreNote />
      <Loaded of={read}>
        {({ integrations }) => (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            {integrations.map((integration) => (
              <Card
                key={integration.kind}
                title={t(`integrations.kinds.${integration.kind}`)}
                actions={<State of={integration} />}
              >
                <Kind of={integration} />
              </Card>
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function State({ of }: { of: Integration }) {
  const { t } = useTranslation();
  const [tone, state] = stateOf(of);
  return <StatusTag tone={tone}>{t(`integrations.${state}`)}</StatusTag>;
}

/** Nothing is connected, so that there is nothing to test. */
const OFF = "off";
/** Adapters without an outside system. */
const NOBODY = ["", "log", OFF];

function stateOf({ kind, adapter, demo }: Integration): [Tone, "demo" | "notConnected" | "connected"] {
  if (demo) return ["info", "demo"];
  if (!NOBODY.includes(adapter)) return ["good", "connected"];
  // A centre does not work without these two; the others are optional
  return [kind === "school" || kind === "sms" ? "warn" : "quiet", "notConnected"];
}

function Kind({ of: integration }: { of: Integration }) {
  const { t } = useTranslation();
  const zone = useZone();
  const mayUpdate = useCan("settings:integrations", "update");
  const mayChange = useCentreReason() === undefined && mayUpdate;
  const { kind, adapter, fixed, updatedAt, updatedBy } = integration;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-base text-ink-soft">{t(`integrations.about.${kind}`)}</p>
      {fixed || !mayChange ? <Given of={integration} /> : null}
      {!fixed && mayChange ? <IntegrationForm key={integration.version} integration={integration} /> : null}
      {mayChange && adapter !== OFF ? <ConnectionTest kind={kind} fixed={fixed} version={integration.version} /> : null}
      {updatedAt && !fixed ? (
        <p className="text-xs text-mut">
          {t("integrations.updated", { at: formatDateTime(updatedAt, zone), by: updatedBy?.name ?? t("kit.none") })}
        </p>
      ) : null}
    </div>
  );
}

/** Fixed by the installation: the source, and the value. */
function Given({ of: { adapter, values, fixed } }: { of: Integration }) {
  const { t } = useTranslation();
  return (
    <>
      {fixed ? <p className="rounded-md bg-info-soft px-3 py-2 text-sm text-info">{t("integrations.fixed")}</p> : null}
      <Facts>
        <Fact name={t("integrations.adapter")} value={adapterLabel(adapter, t)} wide />
        {Object.entries(values).map(([name, value]) => (
          <Fact key={name} name={fieldLabel(name, t)} value={value} wide />
        ))}
      </Facts>
    </>
  );
}
