/** One student status: its labels in three languages, whether it counts, and its history. */
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { useRead } from "@/api/use-read";
import { RecordHistory } from "@/entities/audit/record-history";
import { useLanguage } from "@/i18n/use-language";
import { useCrumb } from "@/lib/crumb";
import { buttonClass } from "@/ui/controls/button";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { NotFound } from "@/ui/feedback/states";
import { StatusForm } from "./status-form";

const LIST = "/settings/student-statuses";

export function StatusScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { id = "" } = useParams();
  const known = /^[1-9]\d{0,17}$/.test(id);
  const read = useRead("/control-actions/{id}", { path: { id: Number(id) } }, { enabled: known });
  const name = read.data?.controlAction.displayName[language];
  useCrumb(name);
  if (!known || (read.error instanceof ApiError && read.error.status === 404)) return <Missing />;
  return (
    <Page title={name ?? t("settings.statusOf")} narrow>
      <div className="grid gap-4">
        <Card title={t("settings.editStatus")}>
          <Loaded of={read}>
            {({ controlAction }) => <StatusForm status={controlAction} onDone={() => void navigate(LIST)} />}
          </Loaded>
        </Card>
        <Card title={t("audits.history")}>
          <RecordHistory path="/control-actions/{id}/history" id={Number(id)} />
        </Card>
      </div>
    </Page>
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
