/** Sub-page 2 of a group: its videos, uploaded, processed, played (R2-014, R2-015, R2-342, D-55). */
import { CloudUpload } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import type { TabProps } from "@/entities/groups/group-tabs";
import { askedStudyMonth, STUDY_MONTH } from "@/entities/groups/study-month";
import { StudyMonthSelect } from "@/entities/groups/study-month-select";
import { STATUS_WORDS } from "@/entities/videos/status-words";
import { leaveTo } from "@/entities/videos/uploads/upload-watch";
import {
  CHECK_MS,
  MOVING,
  type Status,
  uploadsVideos,
  type VideoRow,
  videoPath,
  videosOfGroup,
} from "@/entities/videos/video-types";
import { useLanguage } from "@/i18n/use-language";
import { useCrumbLabel } from "@/lib/crumb";
import { formatDate } from "@/lib/dates";
import { formatSize } from "@/lib/format/numbers";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { useLive } from "@/lib/live/use-live";
import { isOnline } from "@/lib/online";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { showWarning } from "@/ui/feedback/toast";
import { SearchBox } from "@/ui/list/filters/search-box";
import { usePagedAddress } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { chooseWidths, useColumns, useStoredWidths } from "@/ui/preferences/preferences";
import { CardBody } from "@/ui/table/cards";
import { ColumnChooser } from "@/ui/table/column-chooser";
import { DataTable } from "@/ui/table/data-table";
import { Pager } from "@/ui/table/pager";
import { fromStored, toStored } from "@/ui/table/sizing/column-widths";
import { videoLesson } from "./lesson-options";
import { isPlayable, LiveStatus, useVideoColumns } from "./video-columns";
import { VideoMenu } from "./video-menu";

const UploadDialog = lazyComponent(async () => (await import("./upload/upload-dialog")).UploadDialog, ["videos"]);
const PlayerDialog = lazyComponent(async () => (await import("./player/player-dialog")).PlayerDialog, ["videos"]);

const LIST = "group-videos";
const STANDARD_SIZE = 10;
const STATUSES = Object.keys(STATUS_WORDS).map(Number) as Status[];

/** Something changes by itself: the list is read again every 5 s, and no longer (R1-444, R2-472). */
export const paceOf = (videos: readonly VideoRow[] | undefined): number | false =>
  videos?.some(({ currentStatus, isDeleting }) => isDeleting || MOVING.has(currentStatus)) ? CHECK_MS : false;

export function VideosTab(at: TabProps) {
  const { t } = useTranslation();
  const { search, put, page, perPage, pager } = usePagedAddress(LIST, STANDARD_SIZE);
  const path = videosOfGroup(at.audience);
  const value = search.get("value") ?? "";
  const status = STATUSES.find((one) => String(one) === search.get("status"));
  const studyMonthId = askedStudyMonth(search);
  const narrowed = value !== "" || status !== undefined || studyMonthId !== undefined;
  const orderBy = search.get("orderBy") === "ASC" ? ("ASC" as const) : ("DESC" as const);
  const uploads = useCan(uploadsVideos(at.audience), "update");
  const [uploading, setUploading] = useState(false);
  const groupName = useCrumbLabel() ?? "";
  useLive("videos", [path]);
  const read = useRead(
    path,
    {
      path: { id: at.groupId },
      query: {
        page,
        perPage,
        orderBy,
        ...(value ? { value } : {}),
        ...(status ? { status } : {}),
        ...(studyMonthId ? { studyMonthId } : {}),
      },
    },
    { keepPreviousData: true, refetchInterval: (data) => paceOf(data?.videos) },
  );
  const videos = read.data?.videos;
  useEffect(() => {
    if (videos) leaveTo(videos);
  }, [videos]);
  const playing = usePlaying(at, Number(search.get("video")) || 0, videos);
  const play = (video: VideoRow) => {
    if (!isPlayable(video)) return showWarning(t("videos.notDone"));
    // R2-289
    if (!isOnline()) return showWarning(t("errors.noInternet"));
    put({ video: String(video.id), page: page === 1 ? "" : String(page) });
  };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          value={value}
          label={t("videos.search")}
          onSearch={(word) => put({ value: word })}
          className="min-w-[164px] max-w-[280px] flex-1 max-sm:max-w-none"
        />
        <StudyMonthSelect
          groupId={at.groupId}
          onChange={(id) => put({ [STUDY_MONTH]: id === undefined ? "" : String(id) })}
        />
        <div className="w-52 max-sm:w-full">
          <Select
            label={t("videos.columns.status")}
            clearable
            value={status}
            onChange={(next) => put({ status: next === undefined ? "" : String(next) })}
            options={STATUSES.map((one) => ({ value: one, label: t(STATUS_WORDS[one]) }))}
          />
        </div>
        <span className="flex-1 max-sm:hidden" />
        <Columns />
        {uploads ? (
          <Button
            look="main"
            icon={CloudUpload}
            onClick={() => setUploading(true)}
            className="max-sm:fixed max-sm:right-4 max-sm:bottom-4 max-sm:z-30 max-sm:h-12! max-sm:rounded-full max-sm:px-5 max-sm:shadow-lg"
          >
            {t("videos.add")}
          </Button>
        ) : null}
      </div>
      <Loaded of={read}>
        {({ videos: rows, total }) => (
          <div className={`card ${read.isPlaceholder ? "opacity-60" : ""} max-sm:mb-20`}>
            {total === 0 ? (
              <EmptyState
                title={t(narrowed ? "videos.noneFound" : "videos.none")}
                text={narrowed ? undefined : t("videos.noneText")}
              />
            ) : (
              <Rows
                at={at}
                rows={rows}
                page={page}
                perPage={perPage}
                order={orderBy}
                onOrder={(order) => put({ orderBy: order === "ASC" ? order : "" })}
                onPlay={play}
              />
            )}
            {total > STANDARD_SIZE || page > 1 ? <Pager {...pager} total={total} /> : null}
          </div>
        )}
      </Loaded>
      <Suspense>
        {uploading ? <UploadDialog group={{ at, name: groupName }} onClose={() => setUploading(false)} /> : null}
        {playing && isPlayable(playing) ? (
          <PlayerDialog
            audience={at.audience}
            video={playing}
            onClose={() => put({ video: "", page: page === 1 ? "" : String(page) })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Cards have no columns. */
function Columns() {
  const phone = usePhone();
  const columns = useVideoColumns();
  const chosen = useColumns(LIST);
  return phone ? null : <ColumnChooser table={LIST} columns={columns} chosen={chosen} hidden={[]} />;
}

/** The video that the address names, also where it is not on this page. */
function usePlaying(at: TabProps, id: number, videos: readonly VideoRow[] | undefined): VideoRow | undefined {
  const listed = videos?.find((video) => video.id === id);
  const enabled = id > 0 && videos !== undefined && !listed;
  const read = useRead(videoPath(at.audience), { path: { id } }, { enabled });
  return listed ?? (enabled ? read.data?.video : undefined);
}

type RowsProps = {
  at: TabProps;
  rows: readonly VideoRow[];
  page: number;
  perPage: number;
  order: "ASC" | "DESC";
  onOrder: (order: "ASC" | "DESC") => void;
  onPlay: (video: VideoRow) => void;
};

function Rows({ at, rows, page, perPage, order, onOrder, onPlay }: RowsProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const columns = useVideoColumns();
  const chosen = useColumns(LIST);
  const stored = useStoredWidths(LIST);
  const widths = useMemo(() => fromStored(stored), [stored]);
  const storeWidths = useCallback((next: Record<string, number>) => chooseWidths(LIST, toStored(next)), []);
  const menuOf = (video: VideoRow) => <VideoMenu at={at} video={video} onPlay={() => onPlay(video)} />;
  if (phone)
    return (
      <ul aria-label={t("videos.title")} className="divide-y divide-line-soft">
        {rows.map((video) => (
          <li key={video.id} className="flex min-h-16 items-center gap-1 py-1.5 pr-1 pl-3">
            <button
              type="button"
              className="flex min-w-0 flex-1 items-center gap-3 text-left"
              onClick={() => onPlay(video)}
            >
              <PhoneCard of={video} />
            </button>
            {menuOf(video)}
          </li>
        ))}
      </ul>
    );
  return (
    <DataTable
      caption={t("videos.title")}
      rows={rows}
      rowId={(video) => video.id}
      columns={columns}
      chosenColumns={chosen}
      widths={widths}
      onWidths={storeWidths}
      page={page}
      perPage={perPage}
      sorted={{ column: "lessonDate", order }}
      onSort={onOrder}
      acts={{ open: (index) => rows[index] && onPlay(rows[index]) }}
      actions={menuOf}
    />
  );
}

function PhoneCard({ of: video }: { of: VideoRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <CardBody
      title={video.name}
      line={`${videoLesson(video.lesson, t)} · ${formatDate(video.lesson.date)} · ${formatSize(video.size, language)}`}
      aside={<LiveStatus of={video} />}
    />
  );
}
