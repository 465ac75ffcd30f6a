/** Changes that a stopped run would have made, as the basis of a decision, and their approval (D-49, D-154). */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncRunCard } from "@/api/types";
import { useCentreReason } from "@/entities/access/centre";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { useMayStart } from "../use-sync";
import { useApprove } from "./use-run-change";

type Removals = SyncRunCard["removals"][number];
type Changing = Pick<Removals, "feed" | "total" | "withThem">;
const COMMENT_MAX = 500;

export function RunRemovals({ run }: { run: SyncRunCard }) {
  const { t } = useTranslation();
  const mayStart = useMayStart();
  const centre = useCentreReason();
  const [asking, setAsking] = useState(false);
  if (run.removals.length === 0 && run.reason !== "tenfold") return null;
  return (
    <section className="grid gap-2">
      {run.removals.length > 0 ? (
        <h3 className="text-sm font-[650] text-ink-soft">{t("synchronisation.removals.title")}</h3>
      ) : null}
      {run.removals.map((removals) => (
        <Going key={removals.feed} removals={removals} />
      ))}
      {run.mayApprove && mayStart ? (
        <Button look="danger" saves fixed={centre} onClick={() => setAsking(true)} className="justify-self-start">
          {t("synchronisation.approve.open")}
        </Button>
      ) : null}
      {asking ? <Approval run={run} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

function useTotal(): (changing: Changing) => string {
  const { t } = useTranslation();
  return ({ feed, total, withThem }) =>
    [
      `${t(`synchronisation.feeds.${feed}`)}: ${t("synchronisation.removals.total", { count: total })}`,
      withThem > 0 ? t("synchronisation.removals.withThem", { count: withThem }) : "",
    ]
      .filter(Boolean)
      .join(", ");
}

function Going({ removals }: { removals: Removals }) {
  const { t } = useTranslation();
  const totalOf = useTotal();
  const { total, hidden, rows } = removals;
  const more = total - hidden - rows.length;
  return (
    <div className="rounded-lg border border-line px-3 py-2">
      <p className="text-base font-[550] text-ink-strong">{totalOf(removals)}</p>
      <ul className="mt-1.5 grid max-h-72 gap-1 overflow-y-auto text-sm">
        {rows.map(({ id, name, what }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {name || t("kit.unknownPerson")}
            <span className="ml-1.5 text-xs text-mut">
              ID {id} · {t(`synchronisation.removals.what.${what}`)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1 text-xs text-mut">{t("synchronisation.removals.more", { count: more })}</p> : null}
      {hidden > 0 ? (
        <p className="mt-1 text-xs text-mut">{t("synchronisation.removals.hidden", { count: hidden })}</p>
      ) : null}
    </div>
  );
}

function Approval({ run, onClose }: { run: SyncRunCard; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const totalOf = useTotal();
  const approve = useApprove(run.id);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const [comment, setComment] = useState("");
  const [numberId, wrongId, commentId] = [useId(), useId(), useId()];
  // a tenfold feed has no rows here yet: what it brings is approved as a whole
  const brought: Changing[] = run.stop ? [{ feed: run.stop.feed, total: run.stop.changing, withThem: 0 }] : [];
  const changing: readonly Changing[] = run.removals.length > 0 ? run.removals : brought;
  const total = changing.reduce((sum, removals) => sum + removals.total, 0);
  const shown = formatCount(total, language);
  const confirm = () => {
    const right = typed.replace(/\D/g, "") === String(total);
    setWrong(!right);
    return right ? approve(comment).then((answer) => answer !== undefined) : false;
  };
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("synchronisation.approve.title", { count: total })}
      text={t("synchronisation.approve.text", { feeds: changing.map(totalOf).join("; ") })}
      confirm={t("synchronisation.approve.confirm")}
      onConfirm={confirm}
    >
      <div className="grid gap-3">
        <div>
          <label htmlFor={numberId} className="mb-1 block text-sm font-[550] text-ink-soft">
            {t("synchronisation.approve.type", { total: shown })}
          </label>
          <input
            id={numberId}
            className="field"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? wrongId : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
          {wrong ? (
            <p id={wrongId} role="alert" className="mt-1 text-xs text-bad">
              {t("synchronisation.approve.wrong", { total: shown })}
            </p>
          ) : null}
        </div>
        <div>
          <label htmlFor={commentId} className="mb-1 block text-sm font-[550] text-ink-soft">
            {t("synchronisation.approve.comment")}
          </label>
          <input
            id={commentId}
            className="field"
            maxLength={COMMENT_MAX}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </div>
      </div>
    </ConfirmDialog>
  );
}
