import { CircleAlert, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { cache } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { newId } from "@/api/ids";
import { useOnline } from "@/lib/online";
import { discardUnsaved } from "@/lib/unsaved";
import { Button } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { EmptyState, NoConnection } from "@/ui/feedback/states";
import { chunkFailureRemedy, isChunkFailure } from "./chunk-failure";
import { reportError } from "./report-error";

/** Replaces a page that failed to render: the error's id and a retry; the rest of the console works on. */
export function PageError({ whole }: { whole?: boolean }) {
  const error = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  const retry = () => {
    // The page may have failed on a cached answer: it is invalidated.
    cache.removeQueries({ type: "inactive" });
    void navigate(location, { replace: true });
  };
  const content = isChunkFailure(error) ? (
    <MissingChunk error={error} retry={retry} />
  ) : (
    <Broken error={error} retry={retry} />
  );
  return whole ? <main className="grid min-h-dvh place-items-center">{content}</main> : content;
}

function Broken({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const [id] = useState(() => (error instanceof ApiError && error.requestId) || newId().slice(0, 12));
  useEffect(() => reportError(error, id), [error, id]);
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        heading="h1"
        title={t("errors.pageBroken")}
        text={
          <>
            {t("errors.pageBrokenText")}
            <span className="mt-1 flex items-center justify-center gap-1 text-xs">
              {t("errors.errId")}: {id} <CopyButton text={id} />
            </span>
          </>
        }
        action={<Button onClick={retry}>{t("kit.retry")}</Button>}
      />
    </div>
  );
}

function MissingChunk({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const online = useOnline();
  // Remedy for this failure; the next failure may need another.
  const [found, setFound] = useState<{ error: unknown; answer: "ask" | "offline" } | null>(null);
  const answer = found && found.error === error ? found.answer : null;
  useEffect(() => {
    void chunkFailureRemedy().then((remedy) =>
      remedy === "reload" ? location.reload() : setFound({ error, answer: remedy }),
    );
  }, [error]);
  const back = answer === "offline" && online;
  const again = useRef(retry);
  again.current = retry;
  useEffect(() => {
    if (back) again.current();
  }, [back]);
  if (answer === null) return null;
  if (answer === "offline") return <NoConnection heading="h1" />;
  const reload = () => {
    discardUnsaved();
    location.reload();
  };
  return (
    <EmptyState
      icon={RefreshCw}
      heading="h1"
      title={t("errors.newVersion")}
      text={t("errors.newVersionText")}
      action={
        <>
          <Button onClick={retry}>{t("kit.retry")}</Button>
          <Button look="main" onClick={reload}>
            {t("errors.reload")}
          </Button>
        </>
      }
    />
  );
}
