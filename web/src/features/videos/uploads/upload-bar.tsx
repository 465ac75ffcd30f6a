/** The bar of an upload: gold while it moves, grey where it stands, hatched while the host prepares it. */
import { useTranslation } from "react-i18next";
import type { Upload } from "@/entities/videos/uploads/upload-item";
import { percentOf } from "@/entities/videos/uploads/upload-item";
import { cx } from "@/ui/cx";

type UploadBarProps = { of: Pick<Upload, "name" | "phase" | "bytes" | "size">; className?: string };

export function UploadBar({ of: upload, className }: UploadBarProps) {
  const { t } = useTranslation();
  const { phase } = upload;
  if (phase === "queued" || phase === "failed") return null;
  const atHost = phase === "sent";
  const percent = percentOf(upload);
  return (
    <div
      role="progressbar"
      aria-label={t("videos.uploads.of", { name: upload.name })}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(atHost ? {} : { "aria-valuenow": percent })}
      className={cx("h-1 overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={cx(
          "h-full rounded-full",
          atHost
            ? "bg-[repeating-linear-gradient(115deg,var(--bar)_0_10px,transparent_10px_20px)]"
            : phase === "uploading"
              ? "bg-bar"
              : "bg-mut/60",
        )}
        style={{ width: atHost ? "100%" : `${percent}%` }}
      />
    </div>
  );
}
