import { Menu as MenuIcon, Search } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { openPalette } from "@/app/overlays/open-overlays";
import { useSession } from "@/entities/access/session";
import { useHasUploads } from "@/entities/videos/uploads/upload-presence";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { useHasQueued } from "@/lib/offline-queue";
import { usePhone } from "@/lib/use-phone";
import { IconButton } from "@/ui/controls/button";
import { KeyHint } from "@/ui/controls/key-hint";
import { Bell } from "./bell";
import { shortenLabel } from "./breadcrumb-trail";
import { Breadcrumbs, useTrail } from "./breadcrumbs";
import { UserMenu } from "./user-menu";

// Loads after the first paint.
const OwnJobs = lazyComponent(async () => (await import("./own-jobs")).OwnJobs, ["sheets", "table"]);
const SyncButton = lazyComponent(async () => (await import("@/features/sync/sync-button")).SyncButton, ["lastSync"]);
// Only for people who marked a lesson offline.
const Unsent = lazyComponent(
  async () => (await import("@/features/attendance/saving/offline-queue-menu")).OfflineQueueMenu,
  ["attendance"],
);
// Only for people with uploads.
const Uploads = lazyComponent(
  async () => (await import("@/features/videos/header/uploads-menu")).UploadsMenu,
  ["videos"],
);

/** The top line: where one is, search, synchronisation, notifications, oneself. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const trail = useTrail();
  const bare = useSession().profile?.mustChangePassword === true;
  return (
    <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-6 max-md:gap-1 max-md:px-3 max-sm:gap-0 max-sm:px-2">
      {phone ? (
        <>
          <IconButton icon={MenuIcon} label={t("shell.openMenu")} onClick={onMenu} />
          <b className="truncate px-1 text-base font-[650] text-ink-strong">
            {shortenLabel(trail.at(-1)?.label ?? t("shell.product"))}
          </b>
        </>
      ) : (
        <Breadcrumbs trail={trail} />
      )}
      <span className="flex-1" />
      {bare ? null : <Tools phone={phone} />}
      <UserMenu />
    </header>
  );
}

function Tools({ phone }: { phone: boolean }) {
  const { t } = useTranslation();
  const unsent = useHasQueued();
  const uploads = useHasUploads();
  return (
    <>
      {phone ? <IconButton icon={Search} label={t("shell.palette")} onClick={openPalette} /> : <SearchBox />}
      <Suspense fallback={<span className="h-[34px] w-28 max-sm:w-11" />}>
        <SyncButton />
      </Suspense>
      <Suspense>
        {unsent ? <Unsent /> : null}
        {uploads ? <Uploads /> : null}
        <OwnJobs />
      </Suspense>
      <Bell />
    </>
  );
}

function SearchBox() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={openPalette}
      className="flex h-[34px] min-w-60 shrink-0 items-center gap-2 rounded-md border border-line bg-page px-2.5 text-sm text-mut hover:border-line-strong max-lg:min-w-0"
    >
      <Search aria-hidden size={16} strokeWidth={1.8} className="shrink-0" />
      <span className="flex-1 text-left whitespace-nowrap max-lg:sr-only">{t("shell.searchEverywhere")}</span>
      <KeyHint keys="mod+k" />
    </button>
  );
}
