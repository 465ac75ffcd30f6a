/** The facts of a topic that its row and its floating copy share. */
import { useTranslation } from "react-i18next";
import { PlainTag, StatusTag } from "@/ui/display/status-tag";
import type { Topic } from "../course-types";
import { isEnded, isRenamed } from "./plan-model";

export function TopicName({ topic }: { topic: Topic }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={isEnded(topic) ? "truncate text-mut" : "truncate text-ink-strong"} title={topic.name}>
        {topic.name}
      </span>
      {isRenamed(topic) ? <StatusTag tone="info">{t("courses.differs")}</StatusTag> : null}
      {topic.school ? null : <PlainTag outlined>{t("courses.own")}</PlainTag>}
      {isEnded(topic) ? <StatusTag tone="quiet">{t("courses.ended")}</StatusTag> : null}
    </>
  );
}

export function TopicHomework({ topic: { homework, drafts } }: { topic: Topic }) {
  const { t } = useTranslation();
  return (
    <>
      {homework > 0 ? (
        <strong className="font-[650] text-ink-strong tabular-nums">{homework}</strong>
      ) : (
        <span className="text-mut">{t("courses.plan.noHomework")}</span>
      )}
      {drafts > 0 ? <PlainTag>{t("courses.plan.drafts", { count: drafts })}</PlainTag> : null}
    </>
  );
}

/** The lifted topic in the hand. */
export function FloatingTopic({ topic }: { topic: Topic | undefined }) {
  if (!topic) return null;
  return (
    <span className="flex min-w-0 items-center gap-2 py-2">
      <span className="w-6 shrink-0 text-mut tabular-nums">{topic.number ?? "—"}</span>
      <TopicName topic={topic} />
    </span>
  );
}

/** № · topic · lessons held · homework · menu. */
export const topicGrid =
  "grid min-h-9 grid-cols-[28px_32px_minmax(0,1fr)_76px_132px_36px] items-center text-sm max-sm:min-h-12 max-sm:grid-cols-[44px_28px_minmax(0,1fr)_44px]";
