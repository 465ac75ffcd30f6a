/** Changing in a screen: one submission, one idempotency key, and the reads that it makes stale. */
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { invalidate } from "./cache";
import { ApiError, type Fields } from "./errors";
import { newId } from "./ids";
import { type Answer, type Body, change, type Outcome, type Params, type PathOf, type Verb } from "./request";

type Writing = Exclude<Verb, "get">;
type Sent<V extends Writing, P extends PathOf<V>> = Params<V, P> & { body?: Body<V, P> };

export type ChangeOptions<T> = {
  /** Paths whose reads become stale, for all their parameters. */
  invalidates?: PathOf<"get">[];
  onDone?: (data: T) => void;
  onForbidden?: (refusal: ApiError) => void;
  onError?: (error: unknown) => void;
  /** The form shows failures itself: no toast. */
  quiet?: boolean;
};

export type MutationState<V extends Writing, P extends PathOf<V>> = {
  /** Resolves with the answer's data, or with undefined when it was rejected or failed (`error` has the reason). */
  run: (sent?: Sent<V, P>) => Promise<Answer<V, P> | undefined>;
  pending: boolean;
  error: unknown;
  /** The server's messages to show inline beside the inputs. */
  fields: Fields;
  forbidden: boolean;
  clear: () => void;
};

const failureListeners = new Set<(error: unknown) => void>();
/** Receives each failure or rejection that no form shows inline; the toasts come from here. */
export function onChangeFailed(listener: (error: unknown) => void): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

/** The same content sent again after silence is the same submission; anything else is a new one (D-8). */
export function submissionKeys(): { keyFor: (sent: unknown) => string; settle: () => void } {
  let current: { content: string; key: string } | null = null;
  return {
    keyFor: (sent) => {
      const content = JSON.stringify(sent ?? null);
      if (current?.content !== content) current = { content, key: newId() };
      return current.key;
    },
    settle: () => {
      current = null;
    },
  };
}

export function useChange<V extends Writing, P extends PathOf<V>>(
  verb: V,
  path: P,
  options: ChangeOptions<Answer<V, P>> = {},
): MutationState<V, P> {
  const keys = useRef<ReturnType<typeof submissionKeys>>(null);
  keys.current ??= submissionKeys();
  const notifyFailure = (error: unknown) => {
    if (options.quiet) return;
    for (const listener of failureListeners) listener(error);
  };
  const mutation = useMutation<Outcome<Answer<V, P>>, unknown, Sent<V, P> | undefined>({
    mutationFn: (sent) =>
      change(verb, path, {
        ...sent,
        idempotencyKey: keys.current?.keyFor(sent),
      } as Parameters<typeof change<V, P>>[2]),
    onSuccess: async (outcome) => {
      keys.current?.settle();
      if (outcome.forbidden) {
        notifyFailure(outcome.refusal);
        return options.onForbidden?.(outcome.refusal);
      }
      if (options.invalidates) void invalidate(...options.invalidates);
      options.onDone?.(outcome.data);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) keys.current?.settle();
      options.onError?.(error);
      notifyFailure(error);
    },
  });
  type PendingSubmission = { content: string; answer: Promise<Answer<V, P> | undefined> };
  const inFlight = useRef<PendingSubmission>(null);
  const run = (sent?: Sent<V, P>) => {
    // A second click may come before the first renders as pending: it is the same submission.
    const content = JSON.stringify(sent ?? null);
    if (inFlight.current?.content === content) return inFlight.current.answer;
    const answer = mutation
      .mutateAsync(sent)
      .then(
        (outcome) => outcome.data,
        () => undefined,
      )
      .finally(() => {
        if (inFlight.current?.answer === answer) inFlight.current = null;
      });
    inFlight.current = { content, answer };
    return answer;
  };
  return {
    run,
    pending: mutation.isPending,
    error: mutation.error,
    fields: mutation.error instanceof ApiError ? mutation.error.fields : {},
    forbidden: mutation.data?.forbidden === true,
    clear: mutation.reset,
  };
}
