/** The screens of checking: one queue over all groups, and the work of one student from the page of a lesson. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useCan } from "@/entities/access/can";
import { NotFound } from "@/ui/feedback/states";
import { CheckingView } from "./checking-view";
import type { Audience, QueueFilter } from "./use-checking";

function useTitle(): void {
  const { t } = useTranslation();
  const title = `${t("checking.title")} · ${t("shell.product")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A teacher's own groups come first; who checks for others sees the groups of the branches. */
export function CheckingScreen() {
  useTitle();
  const own = useCan("my_groups:check_homeworks");
  const [search] = useSearchParams();
  const groupId = Number(search.get("groupId"));
  const filter: QueueFilter = Number.isSafeInteger(groupId) && groupId > 0 ? { groupId } : {};
  return <CheckingView audience={own ? "academic" : "admin"} filter={filter} opened={null} />;
}

function OfLesson({ audience }: { audience: Audience }) {
  useTitle();
  const { homeworkId, chatId } = useParams();
  const [homework, chat] = [Number(homeworkId), Number(chatId)];
  if (!Number.isSafeInteger(homework) || !Number.isSafeInteger(chat)) return <NotFound heading="h1" />;
  return <CheckingView key={chat} audience={audience} filter={{ homeworkId: homework }} opened={chat} />;
}

export const HomeworkChatScreen = () => <OfLesson audience="admin" />;
export const OwnHomeworkChatScreen = () => <OfLesson audience="academic" />;
