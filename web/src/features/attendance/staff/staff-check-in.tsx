/** Check-in to the own current lesson, with an optional photo (D-77, R1-400). */

import { Camera, ImageUp, UserRoundCheck } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { PhotoInput } from "@/entities/people/photo/photo-input";
import { MEGABYTE } from "@/entities/people/photo/picture";
import { usePhotoUpload } from "@/entities/people/photo/use-photo-upload";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { ProgressBar } from "@/ui/feedback/progress";
import { showDone } from "@/ui/feedback/toast";
import type { StaffLesson } from "./staff-lessons";

const CameraDialog = lazyComponent(
  async () => (await import("@/entities/people/photo/camera-dialog")).CameraDialog,
  ["photo"],
);

const MOST = 5 * MEGABYTE;
const LATE = 4;

export function StaffCheckIn({ lesson }: { lesson: StaffLesson }) {
  const { t } = useTranslation();
  const [photo, setPhoto] = useState<string | null>(null);
  const save = useChange("post", "/attendance/save-academic", {
    invalidates: ["/groups/{id}/staff-attendances"],
    onDone: ({ attendance }) =>
      showDone(t(attendance.status === LATE ? "journal.staff.checkedLate" : "journal.staff.checkedOnTime")),
  });
  const checkIn = () => void save.run({ body: { lessonId: lesson.lessonId, photoId: photo } });
  return (
    <section className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 border-accent p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-base font-[650] text-ink-strong">
          {t("journal.staff.now", { time: `${lesson.beginTime}–${lesson.endTime}` })}
        </h2>
        <p className="text-sm text-mut">{t("journal.staff.nowText")}</p>
      </div>
      <LessonPhoto photo={photo} onPhoto={setPhoto} />
      <Button
        look="main"
        icon={UserRoundCheck}
        saves
        pending={save.pending}
        onClick={checkIn}
        className="max-sm:w-full"
      >
        {t("journal.staff.checkIn")}
      </Button>
    </section>
  );
}

/** Taken or chosen, uploaded at once; its name is stored. */
function LessonPhoto({ photo, onPhoto }: { photo: string | null; onPhoto: (id: string) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [camera, setCamera] = useState(false);
  const { percent, wrong, check, send } = usePhotoUpload({ path: "/upload/staff-attendances", most: MOST });
  const pick = async (file: Blob | undefined, from: "disk" | "camera") => {
    setCamera(false);
    const stored = file && check(file, from) ? await send(file) : undefined;
    if (stored) onPhoto(stored.id);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <PhotoInput ref={input} onFile={(file) => void pick(file, "disk")} />
      <Button icon={Camera} saves disabled={percent !== null} onClick={() => setCamera(true)}>
        {t("photo.fromCamera")}
      </Button>
      <Button icon={ImageUp} saves disabled={percent !== null} onClick={() => input.current?.click()}>
        {t("photo.choose")}
      </Button>
      <p aria-live="polite" className={wrong ? "text-sm text-bad" : "text-sm text-mut"}>
        {wrong || t(photo ? "journal.staff.withPhoto" : "journal.staff.withoutPhoto")}
      </p>
      {percent === null ? null : <ProgressBar percent={percent} label={t("photo.sending")} className="w-full" />}
      <Suspense>
        {camera ? (
          <CameraDialog onClose={() => setCamera(false)} onTaken={(taken) => void pick(taken, "camera")} />
        ) : null}
      </Suspense>
    </div>
  );
}
