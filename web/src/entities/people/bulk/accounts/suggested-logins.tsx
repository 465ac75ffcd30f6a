/** The suggested logins of a preview: each can be typed anew; who gets none has the reason beside the name. */
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import type { SuggestedAccount } from "./use-accounts-preview";

interface SuggestedLoginsProps {
  rows: readonly SuggestedAccount[];
  typed: Readonly<Record<number, string>>;
  onType: (id: number, login: string) => void;
  busy: boolean;
}

export function SuggestedLogins({ rows, typed, onType, busy }: SuggestedLoginsProps) {
  const { t } = useTranslation();
  return (
    <ul
      aria-label={t("accounts.logins")}
      aria-busy={busy}
      className="max-h-[38dvh] divide-y divide-line-soft overflow-y-auto rounded-lg border border-line"
    >
      {rows.map((row) => {
        const note = row.problem ?? (row.numbered ? t("accounts.numbered") : row.fixed ? t("accounts.keeps") : "");
        return (
          <li key={row.id} className="grid grid-cols-1 items-center gap-x-4 gap-y-1 px-3 py-1.5 text-sm sm:grid-cols-2">
            <div className="min-w-0">
              <p className="truncate font-[550] text-ink-strong">{row.name}</p>
              {note ? (
                <p id={`login-note-${row.id}`} className={cx("text-xs", row.problem ? "text-bad" : "text-mut")}>
                  {note}
                </p>
              ) : null}
            </div>
            {row.fixed ? (
              <p className="font-mono text-ink-soft">{row.login ?? "—"}</p>
            ) : (
              <input
                aria-label={t("accounts.loginOf", { name: row.name })}
                aria-invalid={row.problem ? true : undefined}
                aria-describedby={note ? `login-note-${row.id}` : undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                value={typed[row.id] ?? row.login ?? ""}
                onChange={(event) => onType(row.id, event.target.value)}
                className="field h-8 font-mono max-sm:h-11"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
