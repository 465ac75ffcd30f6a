/** The homework of a lesson: the main one, then the variants in their order (D-104). */
import { Archive, ArchiveRestore, ArrowLeftRight, ArrowUpDown, Star, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { keyOf } from "@/api/cache";
import { newId } from "@/api/ids";
import { type Answer, change } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { useCentreCan } from "@/entities/access/centre";
import { useZone } from "@/entities/access/use-zone";
import { ChangeMark, stateOf } from "@/entities/homework-database/change-mark";
import {
  COURSES,
  DATABASE,
  DATABASE_READS,
  type DatabaseHomework,
  type DatabaseLesson,
  switchPath,
} from "@/entities/homework-database/database-types";
import { HomeworkKind, useKindName } from "@/entities/homework-database/homework-kind";
import { formatDate } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { EmptyState } from "@/ui/feedback/states";
import { showDone } from "@/ui/feedback/toast";
import { MoveDialog } from "@/ui/order/move-dialog";
import { OrderBoard } from "@/ui/order/order-board";
import type { Order } from "@/ui/order/order-context";
import { OrderLine } from "@/ui/order/order-line";
import { LaneSlot, OrderHandle, OrderRow } from "@/ui/order/order-row";
import { useOrderMoves } from "@/ui/order/use-order-moves";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { type Chosen, isGone, letterOf, movedHomework, settledHomework, VARIANTS, variantLanes } from "./lesson-model";
import { UsesDialog } from "./uses-dialog";

type LessonAnswer = Answer<"get", "/homework-db/lessons/{id}">;
type HomeworkOrder = Answer<"put", "/homework-db/move">;
type HomeworkTableProps = { lesson: DatabaseLesson; chosen: Chosen; onChoose: (homework: Chosen) => void };

const grid =
  "grid grid-cols-[28px_92px_minmax(0,1fr)_48px_88px_150px_36px] items-center gap-x-2 text-sm max-md:grid-cols-[36px_minmax(0,1fr)_44px]";

export function HomeworkTable({ lesson: data, chosen, onChoose }: HomeworkTableProps) {
  const { t } = useTranslation();
  const [moving, setMoving] = useState<number | null>(null);
  const updates = useCentreCan(DATABASE, "update");
  const kindName = useKindName();
  const { shown, move } = useOrderMoves<LessonAnswer, HomeworkOrder>({
    queryKey: keyOf("/homework-db/lessons/{id}", { path: { id: data.id } }),
    data: { lesson: data },
    versionOf: ({ lesson }) => lesson.version,
    send: ({ id, to }, version) =>
      change("put", "/homework-db/move", {
        body: { id, lessonId: data.id, afterId: to.after, version },
        idempotencyKey: newId(),
      }),
    apply: (answer, wanted) => ({ lesson: movedHomework(answer.lesson, wanted) }),
    settle: (answer, order) => ({ lesson: settledHomework(answer.lesson, order) }),
    label: letterOf,
  });
  const lesson = shown?.lesson ?? data;
  const byId = new Map(lesson.homework.map((one) => [one.id, one]));
  const order: Order = {
    lanes: variantLanes(lesson, kindName),
    numbering: "lane",
    label: letterOf,
    onMove: move,
    consequenceOf: () => t("homeworkDatabase.lettersChange"),
    floating: (id) => {
      const one = byId.get(id);
      return one ? (
        <span className="flex min-w-0 items-center gap-2 px-2">
          <HomeworkKind of={one} />
          <span className="truncate">{one.description}</span>
        </span>
      ) : null;
    },
    locked: updates ? undefined : t("homeworkDatabase.noRight"),
  };
  if (lesson.homework.length === 0)
    return (
      <div className="card">
        <EmptyState title={t("homeworkDatabase.noHomework")} text={t("homeworkDatabase.noHomeworkText")} />
      </div>
    );
  const row = (homework: DatabaseHomework) => (
    <Row
      homework={homework}
      lesson={lesson}
      chosen={chosen === homework.id}
      onChoose={() => onChoose(homework.id)}
      onMove={() => setMoving(homework.id)}
    />
  );
  const rowClass = (homework: DatabaseHomework) =>
    cx("min-h-10 border-b border-line-soft", grid, chosen === homework.id ? "bg-accent-soft" : "hover:bg-sunken");
  const isVariant = (homework: DatabaseHomework) => homework.kind === "variant" && !isGone(homework);
  return (
    <OrderBoard orders={{ [VARIANTS]: order }}>
      <div className="card overflow-clip">
        <div
          aria-hidden
          className={`${grid} min-h-9 border-b border-line bg-sunken text-xs font-[550] text-mut max-md:hidden`}
        >
          <span />
          <span>{t("homeworkDatabase.columns.kind")}</span>
          <span>{t("homeworkDatabase.columns.homework")}</span>
          <span className="text-right">{t("homeworkDatabase.columns.files")}</span>
          <span className="pr-3 text-right">{t("homeworkDatabase.columns.given")}</span>
          <span>{t("homeworkDatabase.columns.edition")}</span>
          <span />
        </div>
        <ol aria-label={t("homeworkDatabase.homework")}>
          {lesson.homework
            .filter((one) => one.kind === "main" && !isGone(one))
            .map((one) => (
              <li key={one.id} className={rowClass(one)}>
                <span />
                {row(one)}
              </li>
            ))}
          <LaneSlot of={VARIANTS} lane={lesson.id} />
          {lesson.homework.filter(isVariant).map((one) => (
            <OrderRow key={one.id} of={VARIANTS} lane={lesson.id} id={one.id} className={rowClass(one)}>
              <OrderHandle className="max-md:w-9" />
              {row(one)}
            </OrderRow>
          ))}
          {lesson.homework.filter(isGone).map((one) => (
            <li key={one.id} className={rowClass(one)}>
              <span />
              {row(one)}
            </li>
          ))}
        </ol>
        <OrderLine />
      </div>
      {moving === null ? null : <MoveDialog order={order} id={moving} onClose={() => setMoving(null)} />}
    </OrderBoard>
  );
}

type RowProps = {
  homework: DatabaseHomework;
  lesson: DatabaseLesson;
  chosen: boolean;
  onChoose: () => void;
  onMove: () => void;
};

function Row({ homework, lesson, chosen, onChoose, onMove }: RowProps) {
  const { t } = useTranslation();
  const gone = isGone(homework);
  const text = homework.description.trim() || t("homeworkDatabase.noText");
  return (
    <>
      <span className="max-md:hidden">
        <HomeworkKind of={homework} />
      </span>
      <button
        type="button"
        aria-current={chosen || undefined}
        onClick={onChoose}
        className="min-h-9 min-w-0 text-left max-md:py-2"
      >
        <span className="mb-1 flex items-center gap-2 md:hidden">
          <HomeworkKind of={homework} />
          <Edition of={homework} />
        </span>
        <span
          className={cx(
            "block truncate max-md:line-clamp-2 max-md:whitespace-normal",
            gone ? "text-mut line-through" : "text-ink-strong",
          )}
        >
          {text}
        </span>
      </button>
      <span className="text-right tabular-nums max-md:hidden">{homework.attachments.length || "—"}</span>
      <span className="pr-3 text-right tabular-nums max-md:hidden">
        {homework.groups > 0 ? t("homeworkDatabase.groups", { count: homework.groups }) : "—"}
      </span>
      <span className="flex items-center gap-2 max-md:hidden">
        <Edition of={homework} />
      </span>
      <HomeworkMenu homework={homework} lesson={lesson} onMove={onMove} />
    </>
  );
}

function Edition({ of: { change: mark, published } }: { of: DatabaseHomework }) {
  const { t } = useTranslation();
  const zone = useZone();
  if (mark)
    return (
      <>
        <ChangeMark of={mark} named />
        <span>{t(`homeworkDatabase.states.${stateOf(mark, published !== null)}`)}</span>
      </>
    );
  return (
    <span className="text-mut">
      {published
        ? t("homeworkDatabase.editionOf", { number: published.number, day: formatDate(published.publishedAt, zone) })
        : t("homeworkDatabase.unpublished")}
    </span>
  );
}

type HomeworkMenuProps = Pick<RowProps, "homework" | "lesson" | "onMove">;

function HomeworkMenu({ homework, lesson, onMove }: HomeworkMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"uses" | "delete" | null>(null);
  const updates = useCentreCan(DATABASE, "update");
  const deletes = useCentreCan(DATABASE, "delete");
  const switches = useCan(COURSES);
  const name = useKindName()(homework);
  const gone = isGone(homework);
  const how = { invalidates: [...DATABASE_READS], onDone: () => showDone(t("homeworkDatabase.draftSaved")) };
  const edit = useChange("put", "/homework-db/{id}", how);
  const remove = useChange("delete", "/homework-db/{id}", {
    ...how,
    onDone: () =>
      showDone(homework.published ? t("homeworkDatabase.archiveDrafted") : t("homeworkDatabase.deleted", { name })),
  });
  const put = (values: { kind?: "main"; isArchived?: boolean }) =>
    void edit.run({
      path: { id: homework.id },
      body: {
        description: homework.description,
        attachments: homework.attachments.map(({ fileId }) => fileId),
        version: homework.version,
        ...values,
      },
    });
  const action = (on: boolean, one: RowAction): RowAction[] => (on ? [one] : []);
  const variants = lesson.homework.filter((one) => one.kind === "variant" && !isGone(one)).length;
  const actions = [
    ...action(updates && homework.kind === "variant" && !gone && variants > 1, {
      label: t("order.moveTo"),
      icon: ArrowUpDown,
      saves: true,
      run: onMove,
    }),
    ...action(updates && homework.kind === "variant" && !gone, {
      label: t("homeworkDatabase.makeMain"),
      icon: Star,
      saves: true,
      run: () => put({ kind: "main" }),
    }),
    ...action(switches && !gone, {
      label: t("homeworkDatabase.toOtherTopic"),
      icon: ArrowLeftRight,
      run: () => void navigate(switchPath(homework.id)),
    }),
    ...action(homework.groups > 0, { label: t("homeworkDatabase.uses.open"), icon: Users, run: () => setOpen("uses") }),
    ...action(updates && gone, {
      label: t("homeworkDatabase.unarchive"),
      icon: ArchiveRestore,
      saves: true,
      run: () => put({ isArchived: false }),
    }),
    ...action(deletes && !gone, {
      label: t(homework.published ? "homeworkDatabase.archive" : "homeworkDatabase.delete"),
      icon: Archive,
      saves: true,
      run: () => setOpen("delete"),
    }),
  ];
  const close = () => setOpen(null);
  const published = homework.published !== null;
  return (
    <>
      {actions.length > 0 ? <RowMenu name={name} actions={actions} /> : <span />}
      {open === "uses" ? <UsesDialog id={homework.id} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "delete"}
        danger
        saves
        onClose={close}
        title={t(published ? "homeworkDatabase.archiveAsk" : "homeworkDatabase.deleteAsk", { name })}
        text={t(published ? "homeworkDatabase.archiveText" : "homeworkDatabase.deleteText")}
        confirm={t(published ? "homeworkDatabase.archive" : "homeworkDatabase.delete")}
        onConfirm={async () =>
          (await remove.run({ path: { id: homework.id }, query: { version: homework.version } })) !== undefined
        }
      />
    </>
  );
}
