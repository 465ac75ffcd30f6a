/**
 * A form: its values, its errors (client-side and the server's `fields`), and its one submission. Input is never lost:
 * not by a failed save, not by leaving unconfirmed, not by a reload (unless `draft` is left out).
 */
import { useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm as useFields,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Fields } from "@/api/errors";
import { useUnsaved } from "@/lib/unsaved";
import { discardDraft, readDraft, saveDraft } from "./drafts";
import { brokenLimit, type Limits } from "./limits";

export interface FormOptions<V extends FieldValues> {
  /** Starting values. */
  start: V;
  limits?: Limits<V>;
  /** Rules between fields: messages by field. */
  check?: (values: V) => { readonly [K in keyof V & string]?: string | undefined };
  /** Sends the values; resolves with nothing when it was refused or failed, as `useChange().run` does. */
  send: (values: V) => Promise<unknown>;
  /** The `useChange` behind `send`: its pending state and the server's messages. */
  saving: { pending: boolean; fields: Fields };
  onSaved?: (values: V) => void;
  /** Stores the input in this tab under this name. Leave out for secrets. */
  draft?: string;
  /** Fields that are never stored in a draft. */
  unsavedFields?: readonly (keyof V & string)[];
}

export interface FormControl<V extends FieldValues> {
  fields: UseFormReturn<V>;
  submit: () => Promise<void>;
  pending: boolean;
  /** Something differs from how the form began. */
  changed: boolean;
  /** Discards a restored draft. */
  restored: boolean;
  discard: () => void;
  /** Error message of a field. */
  errorOf: (name: Path<V>) => string | undefined;
}

export function useForm<V extends FieldValues>(options: FormOptions<V>): FormControl<V> {
  const { t } = useTranslation();
  const { start, draft, saving } = options;
  const [found] = useState(() => (draft ? readDraft<V>(draft) : null));
  const [restored, setRestored] = useState(found !== null);
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const fields = useFields<V>({
    defaultValues: start as DefaultValues<V>,
    mode: "onTouched",
    resolver: (values) => {
      const errors = wrong(values, latest.current, t);
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const { isDirty, errors } = fields.formState;
  const settle = useUnsaved(isDirty);

  useEffect(() => {
    for (const [name, value] of Object.entries(found ?? {}))
      fields.setValue(name as Path<V>, value as never, { shouldDirty: true });
  }, [found, fields]);
  useEffect(() => {
    const watching = fields.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, name, isDirty: dirty }) => {
        if (name) setMended((before) => new Set(before).add(name));
        if (!draft) return;
        const secret: readonly string[] = latest.current.unsavedFields ?? [];
        if (dirty)
          saveDraft(draft, Object.fromEntries(Object.entries(values).filter(([key]) => !secret.includes(key))));
        else discardDraft(draft);
      },
    });
    return watching;
  }, [fields, draft]);

  const begin = () => {
    if (draft) discardDraft(draft);
    setRestored(false);
    fields.reset(start);
  };
  const send = fields.handleSubmit(async (values) => {
    setMended(new Set());
    if ((await options.send(values)) === undefined) return;
    const typed = typedSince(values, fields.getValues());
    if (draft) discardDraft(draft);
    setRestored(false);
    fields.reset(values);
    for (const [name, value] of typed) fields.setValue(name as Path<V>, value, { shouldDirty: true });
    if (typed.length === 0) settle();
    options.onSaved?.(values);
  });
  // Two clicks may both come before the button renders as pending.
  const underWay = useRef(false);
  const submit = async () => {
    if (underWay.current) return;
    underWay.current = true;
    await send().finally(() => {
      underWay.current = false;
    });
  };
  return {
    fields,
    submit,
    pending: saving.pending,
    changed: isDirty,
    restored,
    discard: begin,
    errorOf: (name) => {
      const message = (errors as FieldErrors<FieldValues>)[name]?.message;
      // The server's message stays until the field is corrected.
      const fromServer = mended.has(name) ? undefined : saving.fields[name]?.join(" ");
      return typeof message === "string" ? message : fromServer;
    },
  };
}

/** What was typed while the sent values were being saved, by field. */
function typedSince<V extends FieldValues>(sent: V, present: V): [string, V[Path<V>]][] {
  return Object.entries(present).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name]));
}

function wrong<V extends FieldValues>(
  values: V,
  { limits = {}, check }: FormOptions<V>,
  t: ReturnType<typeof useTranslation>["t"],
) {
  const between = Object.entries(check?.(values) ?? {});
  const alone = Object.entries(limits as Limits<FieldValues>).map(
    ([name, limit]) => [name, limit ? brokenLimit(values[name], limit, t) : null] as const,
  );
  const broken = [...between, ...alone].filter(([, word]) => word);
  return Object.fromEntries(broken.map(([name, message]) => [name, { type: "limit", message }])) as FieldErrors<V>;
}
