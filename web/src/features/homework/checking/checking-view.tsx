/** Checking homework: the queue, the work, the score; by keyboard alone (ui.md, R2-005). */
import { ClipboardCheck, ListChecks } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { CheckingKeys, useCheckingKeys } from "@/entities/homework/checking-keys";
import { scoreOf, withDigit } from "@/entities/homework/score";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { SidePanel } from "@/ui/dialog/side-panel";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { EmptyCard } from "@/ui/feedback/states";
import { showError, showUndo } from "@/ui/feedback/toast";
import { QueueList } from "./queue-list";
import { ScorePanel } from "./score-panel";
import { UnsavedWorks } from "./unsaved-works";
import { type Audience, type QueueFilter, takeOver, useChecking } from "./use-checking";
import { WorkPanel } from "./work-panel";

const MODULES = { admin: "all_groups", academic: "my_groups" } as const;

type CheckingProps = { audience: Audience; filter: QueueFilter; opened: number | null };

export function CheckingView({ audience, filter, opened }: CheckingProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const mayCheck = useCan(`${MODULES[audience]}:check_homeworks`, "update");
  const { session, state, queue, chat, rows } = useChecking(audience, filter, opened);
  const [listOpen, setListOpen] = useState(false);
  const [uploading, setUploading] = useState(false);
  const message = useRef<HTMLTextAreaElement>(null);
  const { at } = state;
  const typed = at === null ? null : session.typedFor(at);
  // the score belongs to the work that is shown, never to one that is still being read
  const shown = chat.data && chat.data.id === at && !chat.isPlaceholder ? chat.data : null;
  const fixed = !mayCheck || shown === null || shown.attempts.length === 0;

  const open = (id: number | null) => {
    if (id === null) return;
    session.open(id);
    setListOpen(false);
    document.querySelector(`[data-submission="${id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const undo = () => {
    session.undo().then((id) => id !== null && open(id), showError);
  };
  const save = () => {
    if (at === null || typed === null || shown === null || fixed || uploading) return;
    const next = session.nextWaiting();
    let dismiss: (() => void) | undefined;
    if (!session.save(at, scoreOf(typed.score), () => dismiss?.())) return;
    message.current?.blur();
    dismiss = showUndo(t("checking.saved", { name: shown.student.name, score: typed.score }), undo);
    open(next);
  };
  useCheckingKeys({
    digit: (digit) =>
      at !== null && !fixed && session.type(at, { score: withDigit(session.typedFor(at).score, digit) }),
    erase: () => at !== null && !fixed && session.type(at, { score: session.typedFor(at).score.slice(0, -1) }),
    save,
    move: (by) => open(session.neighbour(by)),
    message: () => message.current?.focus(),
    undo,
  });

  const list = <QueueList rows={rows} state={state} total={queue.data?.total ?? 0} onOpen={open} />;
  const score =
    at !== null && typed !== null ? (
      <ScorePanel
        id={at}
        typed={typed}
        save={state.saves.get(at)}
        disabled={fixed}
        messageRef={message}
        uploading={uploading}
        onType={(change) => session.type(at, change)}
        onUploading={setUploading}
        onSave={save}
      />
    ) : null;
  return (
    <Loaded of={queue} skeleton={<Skeleton className="m-6 h-[480px]" />}>
      {() =>
        at === null ? (
          <div className="p-6">
            <EmptyCard heading="h1" icon={ClipboardCheck} title={t("checking.empty")} text={t("checking.emptyText")} />
          </div>
        ) : (
          <div className="grid h-[calc(100dvh-56px)] grid-cols-[minmax(0,1fr)] max-sm:h-auto sm:grid-cols-[300px_minmax(0,1fr)_320px]">
            {phone ? null : <aside className="min-h-0 border-r border-line bg-surface">{list}</aside>}
            <div className="min-h-0 overflow-y-auto px-6 py-5 max-sm:px-3 max-sm:pb-[340px]">
              {phone ? (
                <Button size="small" icon={ListChecks} className="mb-3" onClick={() => setListOpen(true)}>
                  {t("checking.queue")}
                </Button>
              ) : null}
              <UnsavedWorks rows={rows.filter(({ id }) => id !== at)} state={state} onOpen={open} />
              <Loaded of={chat} skeleton={<Skeleton className="h-[320px] w-full" />}>
                {(work) => (
                  <WorkPanel
                    key={work.id}
                    chat={work}
                    onMove={(by) => open(session.neighbour(by))}
                    onTakeOver={() => void takeOver(work.id).catch(showError)}
                  />
                )}
              </Loaded>
            </div>
            <aside className="min-h-0 overflow-y-auto border-l border-line bg-surface p-5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:border-t max-sm:border-l-0 max-sm:p-3 max-sm:shadow-float">
              {score}
              <CheckingKeys />
            </aside>
            {phone && listOpen ? (
              <SidePanel open title={t("checking.queue")} onClose={() => setListOpen(false)}>
                {list}
              </SidePanel>
            ) : null}
          </div>
        )
      }
    </Loaded>
  );
}
