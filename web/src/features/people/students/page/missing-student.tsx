import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { NotFound } from "@/ui/feedback/states";

/** No such student, or not in the reader's branches: the server does not distinguish them (D-12). */
export function MissingStudent() {
  const { t } = useTranslation();
  return (
    <Page title={t("students.missingTitle")} head={<span />}>
      <NotFound
        heading="h1"
        title={t("students.missingTitle")}
        text={t("students.missingText")}
        action={
          <Link to="/students" className={buttonClass()}>
            {t("students.back")}
          </Link>
        }
      />
    </Page>
  );
}
