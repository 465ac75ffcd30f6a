/** *Who can see this, and why*: a screen or a permission, and of each person the grant and the branches, or what lacks. */

import { CircleHelp } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { SidePanel } from "@/ui/dialog/side-panel";
import { SkeletonLines } from "@/ui/feedback/skeleton";
import { useWhy } from "./use-why";

const WhyPanel = lazyComponent(async () => (await import("./why-panel")).WhyPanel, ["roles"]);

export function WhyButton() {
  const { t } = useTranslation();
  const { put } = useWhy();
  return (
    <>
      <Button icon={CircleHelp} aria-haspopup="dialog" onClick={() => put({ why: "/control" }, false)}>
        {t("roles.why.title")}
      </Button>
      <WhySidePanel />
    </>
  );
}

export function WhySidePanel() {
  const { t } = useTranslation();
  const { what, put } = useWhy();
  return (
    <SidePanel open={what !== null} title={t("roles.why.title")} onClose={() => put({ why: null, whom: null })}>
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <WhyPanel />
      </Suspense>
    </SidePanel>
  );
}
