import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { cache } from "@/api/cache";
import { recall, remember } from "@/api/storage";
import { onChangeFailed } from "@/api/use-change";
import { LeaveGuard } from "@/app/leave-guard";
import { Overlays } from "@/app/overlays/overlays";
import { useSession } from "@/entities/access/session";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { OfflineBanner } from "@/ui/feedback/offline-banner";
import { onToastWanted, showError, toastWanted } from "@/ui/feedback/toast";
import { Header } from "./header";
import { homeOf } from "./menu";
import { Sidebar } from "./sidebar";
import "@/app/setup";

const Drawer = lazyComponent(async () => (await import("./drawer")).Drawer, []);
const CopyBanner = lazyComponent(
  async () => (await import("@/features/settings/live-mode/copy-banner")).CopyBanner,
  ["settings", "jobs", "attendance", "sms"],
);
const Toaster = lazyComponent(async () => (await import("./toaster")).Toaster, []);

const NARROW_PX = 1100;

/** The frame around every screen of a signed-in person. */
export function Shell() {
  return (
    <QueryClientProvider client={cache}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { permissions, profile } = useSession();
  const [drawer, setDrawer] = useState(false);
  const [folded, setFolded] = useState(() => recall<boolean>("device", "menu-folded") ?? innerWidth < NARROW_PX);
  const fold = () => {
    remember("device", "menu-folded", !folded);
    setFolded(!folded);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page opened from the drawer closes it
  useEffect(() => setDrawer(false), [pathname]);
  useEffect(() => onChangeFailed(showError), []);
  return (
    <div className="flex min-h-dvh">
      <a href="#content" className="floating fixed top-2 left-2 z-50 -translate-y-16 px-3 py-2 focus:translate-y-0">
        {t("shell.skip")}
      </a>
      <Sidebar folded={folded} onFold={fold} />
      <Suspense>{drawer ? <Drawer onClose={() => setDrawer(false)} /> : null}</Suspense>
      <div className="flex min-w-0 flex-1 flex-col">
        <Arriving />
        <Header onMenu={() => setDrawer(true)} />
        <OfflineBanner />
        <Suspense>{profile?.copy ? <CopyBanner /> : null}</Suspense>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 focus:outline-none">
          <Outlet context={homeOf(permissions)} />
        </main>
      </div>
      <Overlays onFold={fold} />
      <LeaveGuard />
      <ScrollRestoration />
      <Toasts />
    </div>
  );
}

/** A thin progress line on top while a screen loads; the previous screen stays until then. */
function Arriving() {
  return useNavigation().state === "loading" ? (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-full origin-left animate-shimmer bg-[linear-gradient(90deg,transparent,var(--bar),transparent)] bg-[length:200%_100%]" />
    </div>
  ) : null;
}

function Toasts() {
  const wanted = useSyncExternalStore(onToastWanted, toastWanted);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
