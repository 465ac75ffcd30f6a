/** The topics that a lesson belongs to: one is added or taken away (D-104, R2-390). */
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { read } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { DATABASE_READS, type DatabaseLesson } from "@/entities/homework-database/database-types";
import { numberedName } from "@/lib/format/numbered-name";
import { IconButton } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { Select } from "@/ui/popover/combobox";

type AttachTopicProps = { lesson: DatabaseLesson; onClose: () => void };

export function AttachTopic({ lesson, onClose }: AttachTopicProps) {
  const { t } = useTranslation();
  const plan = useRead("/curriculum", { query: { courseId: lesson.course.id } });
  const [busy, setBusy] = useState(false);
  const save = useChange("put", "/homework-db/set-lessons", {
    invalidates: [...DATABASE_READS],
    onDone: () => showDone(t("homeworkDatabase.attach.saved")),
  });
  // The call holds all lessons of one topic: they are read first, with their version.
  const put = async (topicId: number, belongs: boolean) => {
    setBusy(true);
    try {
      const { data } = await read("/homework-db/by-curriculum-id", { query: { curriculumId: topicId } });
      if (!data) return;
      const others = data.lessons.map(({ id }) => id).filter((id) => id !== lesson.id);
      const lessonIds = belongs ? [...others, lesson.id] : others;
      await save.run({ body: { topicId, lessonIds, version: data.version } });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const own = new Set(lesson.topics.map(({ id }) => id));
  const options = (plan.data?.months ?? []).flatMap((month) =>
    month.topics
      .filter(({ id, endedAt }) => endedAt === null && !own.has(id))
      .map((topic) => ({ value: topic.id, label: numberedName(topic), hint: month.name })),
  );
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t("homeworkDatabase.attach.topicsTitle")}
      text={t("homeworkDatabase.attach.topicsText")}
    >
      <ul aria-busy={busy || undefined} className="mb-3 divide-y divide-line-soft rounded border border-line">
        {lesson.topics.map((topic) => (
          <li key={topic.id} className="flex min-h-9 items-center gap-2 pl-3 text-sm">
            <span className="min-w-0 flex-1 truncate">{numberedName(topic)}</span>
            <IconButton
              icon={X}
              saves
              disabled={busy}
              label={t("homeworkDatabase.attach.remove", { name: topic.name })}
              onClick={() => void put(topic.id, false)}
            />
          </li>
        ))}
        {lesson.topics.length === 0 ? (
          <li className="px-3 py-2 text-sm text-mut">{t("homeworkDatabase.noTopics")}</li>
        ) : null}
      </ul>
      <Select
        label={t("homeworkDatabase.attach.addTopic")}
        searchable
        disabled={busy}
        loading={plan.state === "loading"}
        value={undefined}
        options={options}
        onChange={(id) => id !== undefined && void put(id, true)}
      />
    </Dialog>
  );
}
