import { Search } from "lucide-react";
import { Fragment, type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { cx } from "@/ui/cx";
import { BareDialog } from "@/ui/dialog/bare-dialog";
import { Avatar } from "@/ui/display/avatar";
import { Spinner } from "@/ui/feedback/spinner";
import { ENOUGH_LETTERS, type Hit, useHits } from "./palette-hits";

/** Jump to a screen, an action, a saved view, a person or a group by typing (Ctrl K, ⌘ K). */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useId();
  const rows = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const sections = useHits(text);
  const hits = sections.flatMap((section) => section.hits);
  const busy = sections.some((section) => section.busy);
  const stale = new Set(sections.flatMap((section) => (section.busy ? section.hits : [])));
  const active = Math.min(at, hits.length - 1);

  function go(hit: Hit | undefined) {
    if (!hit) return;
    onClose();
    if (hit.to) void navigate(hit.to);
    hit.run?.();
  }

  function move(to: number) {
    const next = (to + hits.length) % Math.max(1, hits.length);
    setAt(next);
    rows.current?.querySelector(`#${CSS.escape(`${list}-${next}`)}`)?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active - 1);
    else if (event.key === "Enter") {
      // What was found for an earlier query is not what is meant.
      const hit = hits[active];
      go(hit && stale.has(hit) ? undefined : hit);
    } else return;
    event.preventDefault();
  }

  const row = (hit: Hit, index: number) => (
    <Row
      key={hit.key}
      id={`${list}-${index}`}
      hit={hit}
      active={index === active}
      onPoint={() => setAt(index)}
      onPick={() => go(hit)}
    />
  );
  return (
    <BareDialog
      title={t("shell.palette")}
      onClose={onClose}
      className="floating top-[12dvh] left-1/2 max-h-[70dvh] w-[calc(100%-24px)] max-w-[560px] -translate-x-1/2 animate-appear rounded-xl max-sm:top-3"
    >
      <div className="flex h-12 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden size={17} strokeWidth={1.8} className="shrink-0 text-mut" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-label={t("shell.palettePlaceholder")}
          aria-activedescendant={hits.length > 0 ? `${list}-${active}` : undefined}
          autoComplete="off"
          value={text}
          placeholder={t("shell.palettePlaceholder")}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-base outline-none max-sm:text-lg"
        />
        {busy ? <Spinner /> : null}
      </div>
      <div
        id={list}
        ref={rows}
        role="listbox"
        aria-label={t("shell.palette")}
        className="min-h-0 overflow-y-auto p-1.5"
      >
        {sections.map((section, at) => {
          if (section.hits.length === 0) return null;
          const before = sections.slice(0, at).reduce((sum, one) => sum + one.hits.length, 0);
          return (
            <Fragment key={section.title}>
              <Heading>{t(section.title)}</Heading>
              {section.hits.map((hit, index) => row(hit, before + index))}
            </Fragment>
          );
        })}
      </div>
      {hits.length === 0 && !busy ? (
        <p role="status" className="px-4 py-6 text-center text-sm text-mut">
          {t(text.trim().length < ENOUGH_LETTERS ? "shell.paletteHint" : "shell.paletteEmpty")}
        </p>
      ) : null}
    </BareDialog>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-[550] text-mut">
      {children}
    </div>
  );
}

type RowProps = { id: string; hit: Hit; active: boolean; onPoint: () => void; onPick: () => void };

function Row({ id, hit, active, onPoint, onPick }: RowProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, aria-activedescendant names the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={onPoint}
      onClick={onPick}
      className={cx(
        "flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 max-sm:min-h-11",
        active && "bg-hover",
      )}
    >
      {hit.person ? <Avatar name={hit.name} id={hit.person.id} photo={hit.person.photo} size="small" /> : null}
      <span className="min-w-0 flex-1 truncate text-base text-ink">{hit.name.trim() || t("kit.unknownPerson")}</span>
      <span className="truncate text-xs text-mut">{hit.detail}</span>
    </div>
  );
}
