/** Replacements of content: empty, no permission, not found, failed. */
import { CircleAlert, Inbox, Lock, type LucideIcon, SearchX, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, NoAnswer, UnexpectedAnswer } from "@/api/errors";
import { useOnline } from "@/lib/online";
import { Button } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";

type StateProps = {
  icon?: LucideIcon;
  title: string;
  text?: ReactNode;
  /** Suggested action. */
  action?: ReactNode;
  heading?: "h1" | "h2" | undefined;
};

function State({ icon: Icon = Inbox, title, text, action, heading: Heading = "h2" }: StateProps) {
  return (
    <div className="grid place-items-center px-6 py-14 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-accent-soft-strong text-accent-ink">
        <Icon aria-hidden size={22} strokeWidth={1.8} />
      </span>
      <Heading className="text-base font-[650] text-ink-strong">{title}</Heading>
      {text ? <div className="mt-1 max-w-[46ch] text-base text-mut">{text}</div> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

/** Empty state with the next step. */
export function EmptyState(props: StateProps) {
  return <State {...props} />;
}

/** An empty state that is the whole content of a page: in a card of its own. */
export function EmptyCard(props: StateProps) {
  return (
    <div className="card">
      <State {...props} />
    </div>
  );
}

/** The person may not see this part (D-41). For a whole page the shell's guard shows its own text. */
export function Forbidden({ title, text, heading }: Partial<StateProps>) {
  const { t } = useTranslation();
  return (
    <State
      icon={Lock}
      title={title ?? t("errors.partNoRight")}
      text={title ? text : t("errors.partNoRightHint")}
      heading={heading}
    />
  );
}

export function NotFound({ title, text, action, heading }: Partial<StateProps>) {
  const { t } = useTranslation();
  return (
    <State icon={SearchX} title={title ?? t("errors.recordNotFound")} text={text} action={action} heading={heading} />
  );
}

/** Nothing loaded and no connection: it loads by itself once the connection is back (D-51). */
export function NoConnection({ heading }: Pick<StateProps, "heading">) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <State icon={WifiOff} title={t("errors.noInternet")} text={t("errors.opensByItself")} heading={heading} />
    </div>
  );
}

/** Failure: message, code, and a retry. */
export function ErrorState({
  error,
  onRetry,
  title,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  title?: string | undefined;
}) {
  const { t } = useTranslation();
  const online = useOnline();
  if (error instanceof NoAnswer && !online) return <NoConnection />;
  if (error instanceof ApiError && error.status === 404) return <NotFound text={error.message || undefined} />;
  return (
    <div role="alert">
      <State
        icon={CircleAlert}
        title={title ?? t("errors.loadFailed")}
        text={<Reason error={error} />}
        action={onRetry ? <Button onClick={onRetry}>{t("kit.retry")}</Button> : undefined}
      />
    </div>
  );
}

function Reason({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (error instanceof NoAnswer) return t("errors.noAnswer");
  const unexpected = error instanceof UnexpectedAnswer;
  if (!(error instanceof ApiError) && !unexpected) return t("errors.wentWrong");
  const facts = unexpected
    ? []
    : [error.code, String(error.status), error.errId === undefined ? null : `#${error.errId}`].filter(Boolean);
  return (
    <>
      {unexpected ? t("errors.unexpectedAnswer") : error.message || t("errors.wentWrong")}
      <span className="mt-1 flex items-center justify-center gap-1 text-xs">
        {facts.join(" · ")}
        {error.requestId ? <CopyButton text={error.requestId} label={t("errors.copyRequestId")} /> : null}
      </span>
    </>
  );
}
