/** On a phone: the filters of a list, from the bottom of the screen. */
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button, IconButton } from "@/ui/controls/button";
import { useFocusBack } from "@/ui/dialog/dialog-parts";
import type { Filter } from "@/ui/list/list-address";
import type { List } from "@/ui/list/use-list";
export interface FilterDialogProps {
  list: List;
  filters: readonly Filter[];
  /** The control of each filter, in their order. */
  picks: ReactNode[];
  total: number | undefined;
}

export function FilterDialog({ list, filters, picks, total, onClose }: FilterDialogProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] flex-col rounded-t-xl bg-surface shadow-float animate-appear focus:outline-none"
        >
          <div className="flex items-center px-4 pt-3">
            <Dialog.Title className="text-lg font-[650] text-ink-strong">{t("table.filters.title")}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon={X} label={t("table.close")} className="ml-auto" />
            </Dialog.Close>
          </div>
          <div className="grid flex-1 grid-cols-2 gap-3 overflow-y-auto p-4">
            {filters.map((filter, place) => (
              <div key={filter.name} className="grid min-w-0 gap-1">
                <span aria-hidden className="text-sm text-mut">
                  {filter.label}
                </span>
                {picks[place]}
              </div>
            ))}
          </div>
          <div className="grid grid-cols-2 gap-2 border-t border-line p-4">
            <Button onClick={list.clear}>{t("table.filters.clear")}</Button>
            <Button look="main" onClick={onClose}>
              {t("table.filters.show", { total: total === undefined ? "…" : formatCount(total, language) })}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
