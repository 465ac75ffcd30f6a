import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "@/ui/controls/button";
import { NotFound } from "@/ui/feedback/states";

/** No such page. */
export function UnknownPage() {
  const { t } = useTranslation();
  return (
    <NotFound
      heading="h1"
      title={t("errors.notFoundTitle")}
      text={t("errors.notFoundText")}
      action={
        <Link to="/" className={buttonClass()}>
          {t("errors.toHome")}
        </Link>
      }
    />
  );
}
