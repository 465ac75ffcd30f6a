/**
 * A form of a record that others may change while one types (D-8): what was not touched follows the newest version,
 * what was typed stays, and where another person wrote into the same field his words are told beside it.
 */
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { discardDraft, readDraft, saveDraft } from "./drafts";
import type { FormControl } from "./use-form";

type Words = Record<string, string>;

/** A record's words at a version. */
export type Version<V extends Words> = { version: number; words: V };

/** What the fields hold, and what they were begun from, once the record has gone on to its newest version. */
export function rebase<V extends Words>(typed: V, base: V, newest: V): { typed: V; base: V } {
  const next = { typed: { ...newest }, base: { ...newest } };
  for (const name of Object.keys(newest) as (keyof V)[]) {
    if (typed[name] === base[name] || typed[name] === newest[name]) continue;
    next.typed[name] = typed[name];
    // Changed on both sides: remembered until the person has chosen.
    if (base[name] !== newest[name]) next.base[name] = base[name];
  }
  return next;
}

/** Fields where another person wrote something else than what is typed, with his words. */
export function conflicts<V extends Words>(typed: V, base: V, newest: V): Partial<V> {
  const differs = (name: keyof V) => base[name] !== newest[name] && typed[name] !== newest[name];
  return Object.fromEntries(Object.entries(newest).filter(([name]) => differs(name))) as Partial<V>;
}

export function useLatestVersion<V extends Words>(form: FormControl<V>, newest: Version<V>, draft: string) {
  const kept = `${draft}.base`;
  const { fields, changed } = form;
  const [base, setBase] = useState<Version<V>>(() => (readDraft<Version<V>>(kept) as Version<V> | null) ?? newest);
  const typed = { ...newest.words, ...useWatch({ control: fields.control }) } as V;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a version has the same words whenever it is read
  useEffect(() => {
    if (base.version === newest.version) return;
    const next = rebase(fields.getValues(), base.words, newest.words);
    for (const name of Object.keys(newest.words)) {
      const [field, words] = [name as Parameters<typeof fields.resetField>[0], next.typed[name]];
      fields.resetField(field, { defaultValue: newest.words[name] as never });
      if (words !== newest.words[name]) fields.setValue(field, words as never, { shouldDirty: true });
    }
    setBase({ version: newest.version, words: next.base });
  }, [newest.version, base.version]);

  useEffect(() => {
    if (changed) saveDraft(kept, base);
    else discardDraft(kept);
  }, [changed, base, kept]);

  return {
    conflicting: changed ? conflicts(typed, base.words, newest.words) : ({} as Partial<V>),
    /** Give up what is typed in a field for what the other person wrote. */
    take: (name: keyof V & string) =>
      fields.resetField(name as Parameters<typeof fields.resetField>[0], {
        defaultValue: newest.words[name] as never,
      }),
  };
}
