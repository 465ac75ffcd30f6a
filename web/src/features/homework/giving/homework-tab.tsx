/** Sub-page 3 of a group: its homework, what waits for checking first (R2-343, D-55). */
import { BarChart3, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import type { TabProps } from "@/entities/groups/group-tabs";
import { groupPath } from "@/entities/groups/group-tabs";
import { buttonClass } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { SearchBox } from "@/ui/list/filters/search-box";
import { usePagedAddress } from "@/ui/list/use-paged-address";
import { Pager } from "@/ui/table/pager";
import { givesHomework, homeworkOfGroup, readsStatistics, statisticsPath } from "../homework-paths";
import { HomeworkList } from "./homework-list";

const LIST = "group-homework";
const STANDARD_SIZE = 30;

export function HomeworkTab(at: TabProps) {
  const { t } = useTranslation();
  const { search, put, page, perPage, pager } = usePagedAddress(LIST, STANDARD_SIZE);
  const value = search.get("value") ?? "";
  const read = useRead(
    homeworkOfGroup(at.audience),
    { path: { id: at.groupId }, query: { page, perPage, ...(value ? { value } : {}) } },
    { keepPreviousData: true },
  );
  return (
    <>
      <Head at={at} value={value} onSearch={(word) => put({ value: word })} />
      <Loaded of={read}>
        {({ homework, total, waiting, works }) =>
          total === 0 ? (
            <EmptyCard
              title={t(value ? "homework.noneFound" : "homework.none")}
              text={value ? undefined : t("homework.noneText")}
            />
          ) : (
            <div className={read.isPlaceholder ? "opacity-60" : "max-sm:pb-20"}>
              <HomeworkList at={at} rows={homework} totals={{ waiting, works, checked: total - waiting }} />
              {total > 10 ? <Pager {...pager} total={total} /> : null}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function Head({ at, value, onSearch }: { at: TabProps; value: string; onSearch: (word: string) => void }) {
  const { t } = useTranslation();
  const gives = useCan(givesHomework(at.audience), "create");
  const counts = useCan(readsStatistics(at.audience));
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox
        value={value}
        label={t("homework.search")}
        onSearch={onSearch}
        className="min-w-[164px] max-w-[280px] flex-1 max-sm:max-w-none"
      />
      <div className="ml-auto flex gap-2">
        {counts ? (
          <Link to={statisticsPath(at)} className={buttonClass()}>
            <BarChart3 aria-hidden strokeWidth={1.8} />
            {t("homework.statistics.title")}
          </Link>
        ) : null}
        {gives ? (
          <Link
            to={`${groupPath(at.audience, at)}/homework/add`}
            data-main=""
            className={`${buttonClass("main")} max-sm:fixed max-sm:right-4 max-sm:bottom-4 max-sm:z-30 max-sm:h-12! max-sm:rounded-full max-sm:px-5 max-sm:shadow-lg`}
          >
            <Plus aria-hidden strokeWidth={1.8} />
            {t("homework.give")}
          </Link>
        ) : null}
      </div>
    </div>
  );
}
