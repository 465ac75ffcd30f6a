/** Preferences of a person on any device: page sizes and columns of each table, language, theme. */
import { useSyncExternalStore } from "react";
import { type Body, change, read } from "@/api/request";
import { recall, remember } from "@/api/storage";
import type { Preferences } from "@/api/types";
import { type Language, storedLanguage, switchLanguage } from "@/i18n/texts";
import { storedTheme, switchTheme, type Theme } from "./theme";

export const DEFAULT_PAGE_SIZE = 10;

type PageSize = NonNullable<Body<"put", "/preferences">["pageSizes"]>[string];

const listeners = new Set<() => void>();
let chosen: Preferences | null = null;

/** The last known choice, so that a table opens as it was left before the server has answered. */
function now(): Preferences {
  chosen ??= recall<Preferences>("person", "preferences") ?? ({} as Preferences);
  return chosen;
}

function update(next: Preferences): void {
  chosen = next;
  remember("person", "preferences", next);
  for (const listener of listeners) listener();
}

export function forgetPreferences(): void {
  chosen = null;
  for (const listener of listeners) listener();
}

let picked: Language | null = null;
/** Chosen before sign-in: it becomes the person's preference once they are known. */
export async function pickLanguage(language: Language): Promise<void> {
  picked = language;
  await switchLanguage(language);
}

/** Never fails: without an answer the last known preferences stay. */
export async function loadPreferences(): Promise<void> {
  const outcome = await read("/preferences").catch(() => null);
  if (!outcome || outcome.forbidden || !outcome.data) return;
  update(outcome.data);
  const { language, theme } = outcome.data;
  if (picked) void chooseLanguage(picked).then(forgetPick, forgetPick);
  else if (language && language !== storedLanguage()) void switchLanguage(language as Language).catch(() => undefined);
  if (theme && theme !== storedTheme()) switchTheme(theme as Theme);
}

function forgetPick(): void {
  picked = null;
}

async function send(part: Body<"put", "/preferences">): Promise<void> {
  await change("put", "/preferences", { body: part }).catch(() => undefined);
}

export function choosePageSize(table: string, size: number): void {
  const pageSizes = { ...now().pageSizes, [table]: size };
  update({ ...now(), pageSizes });
  void send({ pageSizes: { [table]: size as PageSize } });
}

export function chooseColumns(table: string, names: string[]): void {
  const columns = { ...now().columns, [table]: names };
  update({ ...now(), columns });
  void send({ columns: { [table]: names } });
}

/**
 * Widths are stored among the columns under a name of their own, so that the list of visible columns keeps its form.
 */
const widthsOf = (table: string) => `${table}.widths`;

export function chooseWidths(table: string, widths: string[]): void {
  chooseColumns(widthsOf(table), widths);
}

export async function chooseLanguage(language: Language): Promise<void> {
  await switchLanguage(language);
  update({ ...now(), language });
  void send({ language });
}

export function chooseTheme(theme: Theme): void {
  switchTheme(theme);
  update({ ...now(), theme });
  void send({ theme });
}

function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, now);
}

/** Rows per page of a table, as the person left it. */
export function usePageSize(table: string, standard = DEFAULT_PAGE_SIZE): number {
  return usePreferences().pageSizes?.[table] ?? standard;
}

/** The columns chosen for a table; undefined when the person never chose. */
export function useColumns(table: string): string[] | undefined {
  return usePreferences().columns?.[table];
}

/** The column widths that the user set in a table, as stored. */
export function useStoredWidths(table: string): string[] | undefined {
  return usePreferences().columns?.[widthsOf(table)];
}
