/** Chapters and lessons of a course: searched, opened, put in order (D-103, D-104). */
import { ArrowUpDown, ChevronDown, ChevronRight, ListPlus, Pencil, Plus, Trash2 } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { keyOf } from "@/api/cache";
import { newId } from "@/api/ids";
import { change } from "@/api/request";
import { useCentreCan } from "@/entities/access/centre";
import { CHANGES, ChangeMark } from "@/entities/homework-database/change-mark";
import {
  type Chapters,
  DATABASE,
  type TreeChapter,
  type TreeLesson,
} from "@/entities/homework-database/database-types";
import { cx } from "@/ui/cx";
import { SearchBox } from "@/ui/list/filters/search-box";
import { useAddressFilters } from "@/ui/list/use-paged-address";
import { LaneTarget } from "@/ui/order/lane-target";
import { MoveDialog } from "@/ui/order/move-dialog";
import { OrderBoard } from "@/ui/order/order-board";
import type { Order } from "@/ui/order/order-context";
import { OrderLine } from "@/ui/order/order-line";
import { itemOf } from "@/ui/order/order-model";
import { LaneSlot, OrderHandle, OrderRow } from "@/ui/order/order-row";
import { useOrderMoves } from "@/ui/order/use-order-moves";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { FoundText, useFoundTexts } from "./found-texts";
import { type TreeDialog, TreeDialogs } from "./tree-dialogs";
import {
  CHAPTERS,
  chapterLanes,
  filteredTree,
  LESSONS,
  lessonLanes,
  movedTree,
  ROOT,
  settledTree,
  type TreeOrder,
} from "./tree-model";

type ChapterTreeProps = {
  tree: Chapters;
  chosen: number | null;
  /** Only what is not published. */
  drafts: boolean;
  onChoose: (lesson: number, homework?: number) => void;
};

export const treeQuery = (courseId: number) => ({ query: { courseId } });

export function ChapterTree({ tree: data, chosen, drafts, onChoose }: ChapterTreeProps) {
  const { t } = useTranslation();
  const { search, put } = useAddressFilters();
  const value = search.get("value") ?? "";
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [dialog, setDialog] = useState<TreeDialog | null>(null);
  const updates = useCentreCan(DATABASE, "update");
  const creates = useCentreCan(DATABASE, "create");
  const { shown: tree = data, move } = useOrderMoves<Chapters, TreeOrder>({
    queryKey: keyOf("/homework-db/chapters", treeQuery(data.course.id)),
    data,
    versionOf: ({ version }) => version,
    send: ({ id, to }, version) => {
      const body = { id, afterId: to.after, version };
      const idempotencyKey = newId();
      return to.lane === ROOT
        ? change("put", "/homework-db/chapters/move", { body, idempotencyKey })
        : change("put", "/homework-db/lessons/move", { body: { ...body, chapterId: to.lane }, idempotencyKey });
    },
    apply: movedTree,
    settle: settledTree,
  });
  const filtered = value !== "" || drafts;
  const locked = updates
    ? filtered
      ? t("homeworkDatabase.lockedByFilter")
      : undefined
    : t("homeworkDatabase.noRight");
  const orderOf = (lanes: Order["lanes"], numbering: Order["numbering"]): Order => ({
    lanes,
    numbering,
    onMove: move,
    consequenceOf: ({ from, to }) =>
      t(from.lane === to.lane ? "homeworkDatabase.orderOnly" : "homeworkDatabase.orderChapter"),
    floating: (id) => <span className="block truncate px-3">{itemOf(lanes, id)?.name}</span>,
    locked,
    onReach: (id) => setToggled((before) => new Map(before).set(id, true)),
  });
  const orders = { [CHAPTERS]: orderOf(chapterLanes(tree), "all"), [LESSONS]: orderOf(lessonLanes(tree), "lane") };
  const holds = (chapter: TreeChapter) => chapter.lessons.some(({ id }) => id === chosen);
  const isOpen = (chapter: TreeChapter) => filtered || (toggled.get(chapter.id) ?? holds(chapter));
  const { texts, more } = useFoundTexts(data.course.id, value);
  const chapters = filteredTree(tree, { value, drafts, texts: new Set(texts.keys()) });
  return (
    <OrderBoard orders={orders}>
      <div className="grid gap-2 p-3">
        <SearchBox value={value} label={t("homeworkDatabase.searchTree")} onSearch={(word) => put({ value: word })} />
        <div className="flex min-h-7 items-center gap-2 text-xs text-mut">
          {t("homeworkDatabase.totals", {
            chapters: tree.chapters.length,
            lessons: tree.lessons,
            homework: tree.homework,
          })}
          {creates ? (
            <button
              type="button"
              onClick={() => setDialog({ kind: "addChapter", courseId: tree.course.id })}
              className="ml-auto inline-flex items-center gap-1 font-[550] text-accent-ink hover:underline max-sm:min-h-11"
            >
              <Plus aria-hidden size={14} />
              {t("homeworkDatabase.chapter")}
            </button>
          ) : null}
        </div>
      </div>
      <ol aria-label={t("homeworkDatabase.chapters")} className="border-t border-line">
        <LaneSlot of={CHAPTERS} lane={ROOT} />
        {chapters.map((chapter) => (
          <OrderRow key={chapter.id} of={CHAPTERS} lane={ROOT} id={chapter.id}>
            <ChapterHead
              chapter={chapter}
              open={isOpen(chapter)}
              onToggle={() => setToggled((before) => new Map(before).set(chapter.id, !isOpen(chapter)))}
              onDialog={setDialog}
            />
            <ol aria-label={chapter.name}>
              <LaneSlot of={LESSONS} lane={chapter.id} closed={!isOpen(chapter)} />
              {isOpen(chapter)
                ? chapter.lessons.map((lesson) => (
                    <Fragment key={lesson.id}>
                      <LessonLine
                        lesson={lesson}
                        chapter={chapter}
                        chosen={lesson.id === chosen}
                        onChoose={() => onChoose(lesson.id)}
                        onDialog={setDialog}
                      />
                      {texts.get(lesson.id)?.map((one) => (
                        <FoundText key={one.id} of={one} word={value} onChoose={() => onChoose(lesson.id, one.id)} />
                      ))}
                    </Fragment>
                  ))
                : null}
            </ol>
          </OrderRow>
        ))}
      </ol>
      {chapters.length === 0 ? (
        <p className="px-3 py-6 text-center text-sm text-mut">
          {t(
            filtered
              ? drafts && value === ""
                ? "homeworkDatabase.noDrafts"
                : "homeworkDatabase.noneFound"
              : "homeworkDatabase.noChapters",
          )}
        </p>
      ) : null}
      {more > 0 ? (
        <p className="px-3 py-2 text-xs text-mut">{t("homeworkDatabase.moreTexts", { count: more })}</p>
      ) : null}
      <OrderLine />
      <Legend />
      {dialog?.kind === "moveChapter" ? (
        <MoveDialog order={orders[CHAPTERS]} id={dialog.chapter.id} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.kind === "moveLesson" ? (
        <MoveDialog
          order={orders[LESSONS]}
          id={dialog.lesson.id}
          laneLabel={t("homeworkDatabase.chapter")}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog ? (
        <TreeDialogs dialog={dialog} onClose={() => setDialog(null)} onAdded={(lesson) => onChoose(lesson)} />
      ) : null}
    </OrderBoard>
  );
}

type ChapterHeadProps = {
  chapter: TreeChapter;
  open: boolean;
  onToggle: () => void;
  onDialog: (dialog: TreeDialog) => void;
};

function ChapterHead({ chapter, open, onToggle, onDialog }: ChapterHeadProps) {
  const { t } = useTranslation();
  const Chevron = open ? ChevronDown : ChevronRight;
  const updates = useCentreCan(DATABASE, "update");
  const creates = useCentreCan(DATABASE, "create");
  const deletes = useCentreCan(DATABASE, "delete");
  const action = (on: boolean, one: RowAction): RowAction[] => (on ? [{ ...one, saves: true }] : []);
  const actions = [
    ...action(creates, {
      label: t("homeworkDatabase.addLesson"),
      icon: ListPlus,
      run: () => onDialog({ kind: "addLesson", chapter }),
    }),
    ...action(updates, {
      label: t("homeworkDatabase.rename"),
      icon: Pencil,
      run: () => onDialog({ kind: "editChapter", chapter }),
    }),
    ...action(updates, {
      label: t("order.moveTo"),
      icon: ArrowUpDown,
      run: () => onDialog({ kind: "moveChapter", chapter }),
    }),
    ...action(deletes, {
      label: t("homeworkDatabase.delete"),
      icon: Trash2,
      run: () => onDialog({ kind: "deleteChapter", chapter }),
    }),
  ];
  return (
    <LaneTarget
      of={LESSONS}
      lane={chapter.id}
      at={open ? "start" : "end"}
      className="flex min-h-9 items-center pr-1 text-sm hover:bg-sunken"
    >
      <OrderHandle />
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-1.5 text-left font-[600] text-ink-strong max-sm:min-h-11"
      >
        <Chevron aria-hidden size={14} className="shrink-0 text-mut" />
        <span className="min-w-0 flex-1 truncate" title={chapter.name}>
          {chapter.position}. {chapter.name}
        </span>
        {chapter.change ? <ChangeMark of={chapter.change} /> : null}
        <span className="font-normal text-mut tabular-nums">{chapter.homework}</span>
      </button>
      {actions.length > 0 ? <RowMenu name={chapter.name} actions={actions} /> : null}
    </LaneTarget>
  );
}

type LessonLineProps = {
  lesson: TreeLesson;
  chapter: TreeChapter;
  chosen: boolean;
  onChoose: () => void;
  onDialog: (dialog: TreeDialog) => void;
};

function LessonLine({ lesson, chapter, chosen, onChoose, onDialog }: LessonLineProps) {
  const { t } = useTranslation();
  const updates = useCentreCan(DATABASE, "update");
  const deletes = useCentreCan(DATABASE, "delete");
  const action = (on: boolean, one: RowAction): RowAction[] => (on ? [{ ...one, saves: true }] : []);
  const actions = [
    ...action(updates, {
      label: t("homeworkDatabase.rename"),
      icon: Pencil,
      run: () => onDialog({ kind: "editLesson", lesson, chapter }),
    }),
    ...action(updates, {
      label: t("order.moveTo"),
      icon: ArrowUpDown,
      run: () => onDialog({ kind: "moveLesson", lesson }),
    }),
    ...action(deletes, {
      label: t(lesson.isPublished ? "homeworkDatabase.archive" : "homeworkDatabase.delete"),
      icon: Trash2,
      run: () => onDialog({ kind: "deleteLesson", lesson }),
    }),
  ];
  return (
    <OrderRow
      of={LESSONS}
      lane={chapter.id}
      id={lesson.id}
      className={cx(
        "flex min-h-9 items-center pr-1 pl-3 text-sm",
        chosen ? "bg-accent-soft shadow-[inset_3px_0_var(--accent)]" : "hover:bg-sunken",
      )}
    >
      <OrderHandle />
      <button
        type="button"
        aria-current={chosen || undefined}
        onClick={onChoose}
        className={cx(
          "flex min-h-9 min-w-0 flex-1 items-center gap-1.5 text-left max-sm:min-h-11",
          chosen && "font-[600] text-ink-strong",
        )}
      >
        <span
          className={cx("min-w-0 flex-1 truncate", lesson.change === "archived" && "text-mut line-through")}
          title={lesson.name}
        >
          {chapter.position}.{lesson.position} {lesson.name}
        </span>
        {lesson.change ? <ChangeMark of={lesson.change} /> : null}
        <span className="font-normal text-mut tabular-nums">{lesson.homework}</span>
      </button>
      {actions.length > 0 ? <RowMenu name={lesson.name} actions={actions} /> : null}
    </OrderRow>
  );
}

function Legend() {
  const { t } = useTranslation();
  return (
    <dl aria-label={t("homeworkDatabase.legend")} className="grid grid-cols-2 gap-x-4 gap-y-1.5 p-3 text-xs text-mut">
      {CHANGES.map((one) => (
        <div key={one} className="flex items-center gap-2">
          <dt>
            <ChangeMark of={one} named />
          </dt>
          <dd>{t(`homeworkDatabase.changes.${one}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
