/** Reads of a component: data, progress and failure. */
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cache, keyOf } from "./cache";
import { type Answer, type Outcome, type Params, type PathOf, read, SLOW_MS } from "./request";

export type ReadOptions<T> = {
  enabled?: boolean;
  /** Keeps the previous data while a read with other parameters is pending. */
  keepPreviousData?: boolean;
  /** Refetches after so many milliseconds; a function decides by the last answer. */
  refetchInterval?: number | false | ((data: T | undefined) => number | false);
  staleTime?: number;
};

export type QueryState<T> = {
  /** loading: no data yet · ready · forbidden: no permission · failed: no data, `error` has the reason. */
  state: "loading" | "ready" | "forbidden" | "failed";
  data: T | undefined;
  error: unknown;
  /** A request is in flight, whatever is rendered. */
  busy: boolean;
  /** The data belongs to the previous parameters. */
  isPlaceholder: boolean;
  /** In flight for more than ten seconds: the component offers a retry (D-76). */
  slow: boolean;
  refetch: () => void;
};

function stateOf(query: UseQueryResult<Outcome<unknown>>): QueryState<unknown>["state"] {
  if (query.data) return query.data.forbidden ? "forbidden" : "ready";
  return query.isError ? "failed" : "loading";
}

export function useRead<P extends PathOf<"get">>(
  path: P,
  params?: Params<"get", P>,
  options: ReadOptions<Answer<"get", P>> = {},
): QueryState<Answer<"get", P>> {
  const { refetchInterval: every } = options;
  const query = useQuery<Outcome<Answer<"get", P>>>({
    queryKey: keyOf(path, params),
    queryFn: ({ signal }) => read(path, { ...params, signal } as Parameters<typeof read<P>>[1]),
    enabled: options.enabled ?? true,
    ...(options.keepPreviousData ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(every === undefined
      ? {}
      : { refetchInterval: typeof every === "function" ? (active) => every(active.state.data?.data) : every }),
  });
  const slow = useSlow(query.isFetching && query.fetchStatus !== "paused");
  return {
    state: stateOf(query as UseQueryResult<Outcome<unknown>>),
    data: query.data?.data,
    error: query.error,
    busy: query.isFetching,
    isPlaceholder: query.isPlaceholderData,
    slow,
    refetch: () => {
      void cache.cancelQueries({ queryKey: keyOf(path, params) }).then(() => query.refetch());
    },
  };
}

function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return slow;
}

/** Prefetches an answer (hover, the next page). */
export function prefetch<P extends PathOf<"get">>(path: P, params?: Params<"get", P>): void {
  void cache.prefetchQuery({
    queryKey: keyOf(path, params),
    queryFn: ({ signal }) => read(path, { ...params, signal } as Parameters<typeof read<P>>[1]),
  });
}
