/** Moves a homework of the database to another topic of its course (R2-065, D-105). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import type { Answer } from "@/api/request";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { CentreNote, useCentreCan } from "@/entities/access/centre";
import { DATABASE, DATABASE_READS, draftPath, sourcePath } from "@/entities/homework-database/database-types";
import { HomeworkKind } from "@/entities/homework-database/homework-kind";
import { useCrumb } from "@/lib/crumb";
import { foldLoose } from "@/lib/folding";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Card, Page } from "@/ui/display/page";
import { PlainTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { showDone } from "@/ui/feedback/toast";
import { SearchBox } from "@/ui/list/filters/search-box";
import { useAddressFilters } from "@/ui/list/use-paged-address";
import { groupBy } from "../group-by";

type Options = Answer<"get", "/homework-db/{id}/switch-options">;
type Topic = Options["topics"][number];
type How = "exchange" | "variant";

export function SwitchScreen() {
  const { t } = useTranslation();
  const id = Number(useParams().homeworkId);
  const read = useRead("/homework-db/{id}/switch-options", { path: { id } });
  useCrumb(read.data?.lesson.name);
  return (
    <Page title={t("homeworkDatabase.switch.title")} note={read.data?.course.name}>
      <CentreNote />
      <Loaded of={read}>{(options) => <Switch key={options.version} of={options} />}</Loaded>
    </Page>
  );
}

function Switch({ of: options }: { of: Options }) {
  const { t } = useTranslation();
  const { search, put } = useAddressFilters();
  const value = search.get("value") ?? "";
  const [topicId, setTopicId] = useState<number | null>(null);
  const topic = options.topics.find(({ id }) => id === topicId);
  const found = options.topics.filter(({ name }) => foldLoose(name).includes(foldLoose(value)));
  const months = [...groupBy(found, ({ month }) => month.id).values()];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_360px] items-start gap-4 max-lg:grid-cols-1">
      <div className="card min-w-0 max-lg:order-2">
        <div className="border-b border-line p-3">
          <SearchBox
            value={value}
            label={t("homeworkDatabase.switch.search")}
            onSearch={(word) => put({ value: word })}
            className="max-w-[320px]"
          />
        </div>
        {months.length === 0 ? <EmptyState title={t("homeworkDatabase.switch.noneFound")} /> : null}
        <fieldset className="min-w-0">
          <legend className="sr-only">{t("homeworkDatabase.switch.topic")}</legend>
          {months.map((topics) => (
            <section key={topics[0]?.month.id}>
              <h2 className="border-b border-line bg-page px-4 py-2 text-sm font-semibold text-ink-strong">
                {topics[0]?.month.name}
              </h2>
              {topics.map((one) => (
                <TopicChoice key={one.id} topic={one} chosen={one.id === topicId} onChoose={() => setTopicId(one.id)} />
              ))}
            </section>
          ))}
        </fieldset>
      </div>
      <div className="lg:sticky lg:top-[72px] max-lg:order-1">
        <Outcome of={options} topic={topic} />
      </div>
    </div>
  );
}

type TopicChoiceProps = { topic: Topic; chosen: boolean; onChoose: () => void };

function TopicChoice({ topic, chosen, onChoose }: TopicChoiceProps) {
  const { t } = useTranslation();
  return (
    <label
      className={cx(
        "flex min-h-11 items-center gap-3 border-b border-line-soft px-4 py-1.5 text-sm",
        topic.isHere ? "text-mut" : "cursor-pointer hover:bg-sunken",
        chosen && "bg-accent-soft",
      )}
    >
      <input
        type="radio"
        name="topic"
        className="size-4 shrink-0 accent-accent"
        checked={chosen}
        disabled={topic.isHere}
        onChange={onChoose}
      />
      <span className="w-6 shrink-0 text-right text-mut tabular-nums">{topic.number}</span>
      <span className="min-w-0 flex-1">
        <span className={cx("block truncate", !topic.isHere && "font-[550] text-ink-strong")}>{topic.name}</span>
        <span className="block truncate text-xs text-mut">
          {topic.main ? topic.main.description || t("homeworkDatabase.noText") : t("homeworkDatabase.switch.noMain")}
        </span>
      </span>
      {topic.isHere ? <PlainTag>{t("homeworkDatabase.switch.here")}</PlainTag> : null}
      {topic.variants > 0 ? (
        <span className="text-xs whitespace-nowrap text-mut">
          {t("homeworkDatabase.switch.variants", { count: topic.variants })}
        </span>
      ) : null}
    </label>
  );
}

/** The lesson of the homework and, in brackets, its topics. */
function withTopics({ lesson, topics }: Options): string {
  const names = topics.filter(({ isHere }) => isHere).map(({ name }) => `«${name}»`);
  return names.length > 0 ? `${lesson.name} (${names.join(", ")})` : lesson.name;
}

/** What the move will do, and the choice where two main ones meet. */
function Outcome({ of: options, topic }: { of: Options; topic: Topic | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [how, setHow] = useState<How>("variant");
  const reads = useCan(DATABASE);
  const updates = useCentreCan(DATABASE, "update");
  const move = useChange("put", "/homework-db/{id}/switch", {
    invalidates: [...DATABASE_READS],
    onDone: ({ lesson }) => showDone(t("homeworkDatabase.switch.done", { lesson: lesson.name })),
  });
  const asks = topic?.main != null;
  const send = async () => {
    if (!topic) return;
    const moved = await move.run({
      path: { id: options.id },
      body: { topicId: topic.id, version: options.version, how: asks ? how : null },
    });
    if (moved) void navigate(sourcePath(options.course.id, moved.lesson.id, moved.id), { replace: true });
  };
  return (
    <Card title={t("homeworkDatabase.switch.homework")}>
      <p className="flex flex-wrap items-center gap-2 text-sm text-mut">
        <HomeworkKind of={options} />
        {options.chapter.name} · {options.lesson.name}
      </p>
      <p className="mt-2 line-clamp-5 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        {options.description || t("homeworkDatabase.noText")}
      </p>
      {topic && asks ? (
        <fieldset className="mt-4 grid min-w-0 gap-2">
          <legend className="mb-1 text-sm font-[550]">{t("homeworkDatabase.switch.how", { topic: topic.name })}</legend>
          {(["variant", "exchange"] as const).map((one) => (
            <label key={one} className="flex min-h-8 items-start gap-2 text-sm max-sm:min-h-11">
              <input
                type="radio"
                name="how"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={how === one}
                onChange={() => setHow(one)}
              />
              <span>
                <span className="block font-[550]">{t(`homeworkDatabase.switch.${one}`)}</span>
                <span className="block text-mut">{t(`homeworkDatabase.switch.${one}Text`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <p role="status" className="mt-4 text-sm text-ink-soft">
        {topic
          ? t(topic.lesson ? "homeworkDatabase.switch.into" : "homeworkDatabase.switch.intoNew", {
              lesson: topic.lesson?.name ?? topic.name,
            })
          : t("homeworkDatabase.switch.choose")}
      </p>
      {topic && options.kind === "main" && !(asks && how === "exchange") ? (
        <p role="alert" className="mt-2 rounded-md bg-warn-soft px-2.5 py-2 text-sm text-warn">
          {t(options.remaining > 0 ? "homeworkDatabase.switch.leavesNoMain" : "homeworkDatabase.switch.leavesNothing", {
            where: withTopics(options),
          })}
        </p>
      ) : null}
      <p className="mt-2 rounded border border-line bg-page px-2.5 py-2 text-xs text-ink-soft">
        {t("homeworkDatabase.switch.note")}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        <Button
          look="main"
          saves
          pending={move.pending}
          fixed={
            updates ? (topic ? undefined : t("homeworkDatabase.switch.choose")) : t("homeworkDatabase.switch.noRight")
          }
          onClick={() => void send()}
        >
          {t("order.move")}
        </Button>
        {reads ? (
          <Button onClick={() => void navigate(draftPath(options.course.id))}>
            {t("homeworkDatabase.draftsTitle")}
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
