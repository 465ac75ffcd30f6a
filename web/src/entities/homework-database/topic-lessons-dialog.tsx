/** The lessons of the database that belong to a topic, in order (D-104, R2-390). */
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Button, IconButton } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { OrderBoard } from "@/ui/order/order-board";
import type { Order } from "@/ui/order/order-context";
import { OrderLine } from "@/ui/order/order-line";
import { itemOf, moved } from "@/ui/order/order-model";
import { LaneSlot, OrderHandle, OrderRow } from "@/ui/order/order-row";
import { Select } from "@/ui/popover/combobox";
import { type Chapters, DATABASE_READS, type TopicHomework } from "./database-types";

const LANE = 1;
const LESSONS = "lessons";

type TopicLessonsDialogProps = { topicId: number; courseId: number; onClose: () => void };

export function TopicLessonsDialog({ topicId, courseId, onClose }: TopicLessonsDialogProps) {
  const { t } = useTranslation();
  const now = useRead("/homework-db/by-curriculum-id", { query: { curriculumId: topicId } }, { staleTime: 0 });
  const tree = useRead("/homework-db/chapters", { query: { courseId } });
  const title = t("homeworkDatabase.attach.title");
  if (now.data && tree.data)
    return <Lessons key={now.data.version} of={now.data} tree={tree.data} title={title} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={title}>
      <Loaded of={now}>{() => <Loaded of={tree}>{() => null}</Loaded>}</Loaded>
    </Dialog>
  );
}

type LessonsProps = { of: TopicHomework; tree: Chapters; title: string; onClose: () => void };

function Lessons({ of, tree, title, onClose }: LessonsProps) {
  const { t } = useTranslation();
  const [ids, setIds] = useState<readonly number[]>(() => of.lessons.map(({ id }) => id));
  const save = useChange("put", "/homework-db/set-lessons", {
    invalidates: [...DATABASE_READS],
    onDone: () => showDone(t("homeworkDatabase.attach.saved")),
  });
  const all = tree.chapters.flatMap((chapter) =>
    chapter.lessons.map((lesson) => ({ ...lesson, chapter: chapter.name })),
  );
  const names = new Map([...of.lessons, ...all].map(({ id, name }) => [id, name]));
  const lanes = [{ id: LANE, name: title, items: ids.map((id) => ({ id, name: names.get(id) ?? String(id) })) }];
  const order: Order = {
    lanes,
    numbering: "all",
    onMove: ({ id, to }) => setIds(moved(lanes, id, to)[0]?.items.map((item) => item.id) ?? ids),
    consequenceOf: () => t("homeworkDatabase.attach.order"),
    floating: (id) => <span className="px-3">{itemOf(lanes, id)?.name}</span>,
  };
  const changed = ids.join() !== of.lessons.map(({ id }) => id).join();
  const free = all.filter(({ id, isArchived }) => !isArchived && !ids.includes(id));
  const send = async () => {
    const body = { topicId: of.topic.id, lessonIds: [...ids], version: of.version };
    if ((await save.run({ body })) !== undefined) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text={t("homeworkDatabase.attach.text", { topic: of.topic.name })}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" saves pending={save.pending} disabled={!changed} onClick={() => void send()}>
            {t("kit.save")}
          </Button>
        </>
      }
    >
      <OrderBoard orders={{ [LESSONS]: order }}>
        <ol aria-label={title} className="mb-3 rounded border border-line">
          <LaneSlot of={LESSONS} lane={LANE} />
          {ids.map((id) => (
            <OrderRow
              key={id}
              of={LESSONS}
              lane={LANE}
              id={id}
              className="flex min-h-9 items-center border-b border-line-soft text-sm last:border-0"
            >
              <OrderHandle />
              <span className="min-w-0 flex-1 truncate">{names.get(id)}</span>
              <IconButton
                icon={X}
                label={t("homeworkDatabase.attach.remove", { name: names.get(id) ?? "" })}
                onClick={() => setIds(ids.filter((one) => one !== id))}
              />
            </OrderRow>
          ))}
          {ids.length === 0 ? (
            <li className="px-3 py-2 text-sm text-mut">{t("homeworkDatabase.attach.none")}</li>
          ) : null}
        </ol>
        <Select
          label={t("homeworkDatabase.attach.add")}
          searchable
          value={undefined}
          options={free.map(({ id, name, chapter }) => ({ value: id, label: name, hint: chapter }))}
          onChange={(id) => id !== undefined && setIds([...ids, id])}
        />
        <OrderLine />
      </OrderBoard>
    </Dialog>
  );
}
