/** *Who can see this, and why*: for a screen or permission, each person's grant and branches, or what is missing. */

import { CircleHelp } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { SidePanel } from "@/ui/dialog/side-panel";
import { SkeletonLines } from "@/ui/feedback/skeleton";
import { useExplanationAddress } from "./use-explanation-address";

const AccessExplanation = lazyComponent(
  async () => (await import("./access-explanation")).AccessExplanation,
  ["roles"],
);

export function ExplainButton() {
  const { t } = useTranslation();
  const { put } = useExplanationAddress();
  return (
    <>
      <Button icon={CircleHelp} aria-haspopup="dialog" onClick={() => put({ why: "/control" }, false)}>
        {t("roles.why.title")}
      </Button>
      <ExplanationPanel />
    </>
  );
}

export function ExplanationPanel() {
  const { t } = useTranslation();
  const { what, put } = useExplanationAddress();
  return (
    <SidePanel open={what !== null} title={t("roles.why.title")} onClose={() => put({ why: null, whom: null })}>
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <AccessExplanation />
      </Suspense>
    </SidePanel>
  );
}
