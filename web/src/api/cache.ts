/** Query cache, keyed by path and parameters; cache keys are never written by hand. */
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";
import type { PathOf } from "./request";

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status < 500),
      retryDelay: 600,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/** Key of a read. The path is its first part, so that invalidating a path covers all its parameters. */
export function keyOf(path: string, params?: { path?: unknown; query?: unknown }): unknown[] {
  return [path, tidy(params?.path), tidy(params?.query)];
}

function tidy(values: unknown): Record<string, unknown> {
  const given = Object.entries((values ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.sort(([a], [b]) => a.localeCompare(b)));
}

/** Invalidates the reads of these paths, for all their parameters. */
export async function invalidate(...paths: PathOf<"get">[]): Promise<void> {
  await Promise.all(paths.map((path) => cache.invalidateQueries({ queryKey: [path] })));
}
