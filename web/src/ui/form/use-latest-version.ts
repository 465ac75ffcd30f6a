/**
 * A form of a record that others may change in the meantime (D-8): untouched fields follow the latest version, typed
 * values stay, and a conflicting value is shown beside its field.
 */
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { discardDraft, readDraft, saveDraft } from "./drafts";
import type { FormControl } from "./use-form";

type FormValues = Record<string, string>;

/** A record's values at a version. */
export type Version<V extends FormValues> = { version: number; values: V };

/** Rebases typed values and their base on the latest version of the record. */
export function rebase<V extends FormValues>(typed: V, base: V, newest: V): { typed: V; base: V } {
  const next = { typed: { ...newest }, base: { ...newest } };
  for (const name of Object.keys(newest) as (keyof V)[]) {
    if (typed[name] === base[name] || typed[name] === newest[name]) continue;
    next.typed[name] = typed[name];
    // Changed on both sides: remembered until the person has chosen.
    if (base[name] !== newest[name]) next.base[name] = base[name];
  }
  return next;
}

/** Values of fields that another person changed differently. */
export function conflicts<V extends FormValues>(typed: V, base: V, newest: V): Partial<V> {
  const differs = (name: keyof V) => base[name] !== newest[name] && typed[name] !== newest[name];
  return Object.fromEntries(Object.entries(newest).filter(([name]) => differs(name))) as Partial<V>;
}

export function useLatestVersion<V extends FormValues>(form: FormControl<V>, newest: Version<V>, draft: string) {
  const draftKey = `${draft}.base`;
  const { fields, changed } = form;
  const [base, setBase] = useState<Version<V>>(() => (readDraft<Version<V>>(draftKey) as Version<V> | null) ?? newest);
  const typed = { ...newest.values, ...useWatch({ control: fields.control }) } as V;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a version has the same words whenever it is read
  useEffect(() => {
    if (base.version === newest.version) return;
    const next = rebase(fields.getValues(), base.values, newest.values);
    for (const name of Object.keys(newest.values)) {
      const [field, values] = [name as Parameters<typeof fields.resetField>[0], next.typed[name]];
      fields.resetField(field, { defaultValue: newest.values[name] as never });
      if (values !== newest.values[name]) fields.setValue(field, values as never, { shouldDirty: true });
    }
    setBase({ version: newest.version, values: next.base });
  }, [newest.version, base.version]);

  useEffect(() => {
    if (changed) saveDraft(draftKey, base);
    else discardDraft(draftKey);
  }, [changed, base, draftKey]);

  return {
    conflicting: changed ? conflicts(typed, base.values, newest.values) : ({} as Partial<V>),
    /** Replaces the typed value of a field by the other person's. */
    take: (name: keyof V & string) =>
      fields.resetField(name as Parameters<typeof fields.resetField>[0], {
        defaultValue: newest.values[name] as never,
      }),
  };
}
