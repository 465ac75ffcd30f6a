import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Namespace } from "@/i18n/namespaces";
import { loadNamespaces } from "@/i18n/texts";
import { importWithRetry } from "./import-with-retry";

/** A component whose code and texts are fetched when it is first rendered, inside a Suspense. */
export function lazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  namespaces: readonly Namespace[],
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await importWithRetry(() => withNamespaces(load, namespaces)) }));
}

/** Loads code and the namespaces of its texts side by side. */
export async function withNamespaces<T>(load: () => Promise<T>, namespaces: readonly Namespace[]): Promise<T> {
  const [code] = await Promise.all([load(), loadNamespaces(namespaces)]);
  return code;
}
