/** Files of a work, shown in place: pictures, sound, code as text. Nothing of them is executed (D-81, ASVS-35). */
import { useQuery } from "@tanstack/react-query";
import { Download, FileCode, FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import { formatSize } from "@/lib/format/numbers";
import { Skeleton } from "@/ui/feedback/skeleton";
import type { FileCard, VoiceCard } from "./work-types";

const MAX_SHOWN_BYTES = 200_000;
const TEXT_NAME =
  /\.(py|js|ts|tsx|jsx|java|c|cc|cpp|h|hpp|cs|go|rs|php|rb|kt|swift|sql|html?|css|scss|json|xml|ya?ml|toml|ini|md|txt|csv|sh)$/i;
const PICTURES = ["image/jpeg", "image/png", "image/webp"];

/** Text is what its first bytes say, or a file of source code by its name. */
const isText = (file: FileCard) => file.mediaType.startsWith("text/") || TEXT_NAME.test(file.name);

export function WorkFile({ file }: { file: FileCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const picture = PICTURES.includes(file.mediaType);
  const text = !picture && isText(file) && file.size <= MAX_SHOWN_BYTES;
  const Icon = text ? FileCode : FileText;
  return (
    <section className="card p-4" aria-label={file.name}>
      <header className="flex items-center gap-2">
        <Icon aria-hidden size={18} className="shrink-0 text-ink-soft" />
        <strong className="min-w-0 truncate font-semibold text-ink-strong" title={file.name}>
          <bdi>{file.name}</bdi>
        </strong>
        <span className="shrink-0 text-mut">{formatSize(file.size, language)}</span>
        <a
          className="ml-auto inline-flex shrink-0 items-center gap-1 py-1 text-mut hover:text-ink"
          href={file.url}
          download={file.name}
        >
          <Download aria-hidden size={16} className="sm:hidden" />
          <span className="max-sm:sr-only">{t("checking.download")}</span>
        </a>
      </header>
      {picture ? (
        <a href={file.url} target="_blank" rel="noreferrer" className="mt-3 block">
          <img
            src={file.url}
            alt={file.name}
            loading="lazy"
            className="max-h-[480px] max-w-full rounded border border-line"
          />
        </a>
      ) : null}
      {text ? <TextContent file={file} /> : null}
      {file.mediaType.startsWith("audio/") ? <Sound url={file.url} label={file.name} /> : null}
    </section>
  );
}

/** The file's text, as text: React escapes it, and the server sends it as a download that no page may run. */
function TextContent({ file }: { file: FileCard }) {
  const { t } = useTranslation();
  const content = useQuery({
    queryKey: ["file", file.fileId],
    queryFn: async ({ signal }) => (await fetch(file.url, { signal })).text(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (content.isError) return <p className="mt-3 text-sm text-mut">{t("checking.notShown")}</p>;
  if (content.data === undefined) return <Skeleton className="mt-3 h-20 w-full" />;
  return (
    <pre
      // a wide line is scrolled by keyboard too
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable
      tabIndex={0}
      className="mt-3 max-h-[420px] overflow-auto rounded bg-hover p-3 font-mono text-sm leading-relaxed whitespace-pre text-ink"
    >
      {content.data}
    </pre>
  );
}

export function Sound({ url, label }: { url: string; label: string }) {
  return (
    // a voice recording has no text of its own
    // biome-ignore lint/a11y/useMediaCaption: spoken by a student
    <audio controls preload="metadata" src={url} aria-label={label} className="mt-3 w-full" />
  );
}

export function Voice({ voice }: { voice: VoiceCard }) {
  const { t } = useTranslation();
  return (
    <section className="card p-4">
      <Sound url={voice.url} label={t("checking.voice", { seconds: voice.duration })} />
    </section>
  );
}
