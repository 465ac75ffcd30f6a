/** Tests a saved connection and shows the result as text. */
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import type { Integration } from "@/api/types";
import { useChange } from "@/api/use-change";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";

type Tested = Answer<"post", "/integrations/{x}/test">;

/** A result of an earlier state is not shown for this one. */
export function ConnectionTest({ kind, fixed, version }: Pick<Integration, "kind" | "fixed" | "version">) {
  const { t } = useTranslation();
  const [result, setResult] = useState<Tested | null>(null);
  const testing = useChange("post", "/integrations/{x}/test", { onDone: setResult });
  const tested = result && result.version >= version ? result : null;
  return (
    <div className="grid grid-cols-1 gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={PlugZap}
          saves
          pending={testing.pending}
          onClick={() => {
            setResult(null);
            void testing.run({ path: { x: kind } });
          }}
        >
          {t("integrations.test")}
        </Button>
        {fixed ? null : <span className="text-xs text-mut">{t("integrations.testSaved")}</span>}
      </div>
      <p
        role="status"
        className={cx(
          tested && "rounded-md px-3 py-2 text-sm [overflow-wrap:anywhere]",
          tested?.ok === true && "bg-good-soft text-good",
          tested?.ok === false && "bg-bad-soft text-bad",
        )}
      >
        {tested?.words}
      </p>
    </div>
  );
}
