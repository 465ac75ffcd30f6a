/** One student status: its labels in three languages, whether it counts, and its history. */
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { ControlActionCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { CentreNote, useCentreReason } from "@/entities/access/centre";
import { RecordHistory } from "@/entities/audit/record-history";
import { useLanguage } from "@/i18n/use-language";
import { useCrumb } from "@/lib/crumb";
import { isRecordId } from "@/lib/record-id";
import { buttonClass } from "@/ui/controls/button";
import { Fact, Facts } from "@/ui/display/fact";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { NotFound } from "@/ui/feedback/states";
import { StatusForm } from "./status-form";

const LIST = "/settings/student-statuses";

export function StatusScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const centre = useCentreReason();
  const { id = "" } = useParams();
  const known = isRecordId(id);
  const read = useRead("/control-actions/{id}", { path: { id: Number(id) } }, { enabled: known });
  const name = read.data?.controlAction.displayName[language];
  useCrumb(name);
  if (!known || (read.error instanceof ApiError && read.error.status === 404)) return <Missing />;
  return (
    <Page title={name ?? t("settings.statusOf")} narrow>
      <div className="grid gap-4">
        <Card title={t(centre ? "settings.statusOf" : "settings.editStatus")}>
          <Loaded of={read}>
            {({ controlAction }) =>
              centre ? (
                <Shown status={controlAction} />
              ) : (
                <StatusForm status={controlAction} onDone={() => void navigate(LIST)} />
              )
            }
          </Loaded>
        </Card>
        <Card title={t("audits.history")}>
          <RecordHistory path="/control-actions/{id}/history" id={Number(id)} />
        </Card>
      </div>
    </Page>
  );
}

/** The status as it is, for people who can't change it. */
function Shown({ status }: { status: ControlActionCard }) {
  const { t } = useTranslation();
  const { uz, ru, en } = status.displayName;
  return (
    <>
      <CentreNote />
      <Facts>
        <Fact name={t("settings.uz")} value={uz} wide />
        <Fact name={t("settings.ru")} value={ru} wide />
        <Fact name={t("settings.en")} value={en} wide />
        <Fact name={t("settings.countsIn")} value={t(status.countsInStatistics ? "kit.yes" : "kit.no")} wide />
      </Facts>
    </>
  );
}

function Missing() {
  const { t } = useTranslation();
  return (
    <Page title={t("settings.missingTitle")} head={<span />}>
      <NotFound
        heading="h1"
        title={t("settings.missingTitle")}
        text={t("settings.missingText")}
        action={
          <Link to={LIST} className={buttonClass()}>
            {t("settings.backToStatuses")}
          </Link>
        }
      />
    </Page>
  );
}
