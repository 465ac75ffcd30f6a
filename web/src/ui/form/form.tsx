/** Layout of a form: its fields in one column, the submit button, the notice of a restored draft. */
import { createContext, type ReactNode, useContext } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { confirmOnCtrlEnter } from "@/ui/confirm-on-ctrl-enter";
import { Button, buttonClass } from "@/ui/controls/button";
import type { FormControl } from "./use-form";

const FormContext = createContext<FormControl<FieldValues> | null>(null);

export function useFormControl(): FormControl<FieldValues> {
  const control = useContext(FormContext);
  if (!control) throw new Error("a field stands outside of its Form");
  return control;
}

interface FormProps<V extends FieldValues> {
  of: FormControl<V>;
  label: string;
  children: ReactNode;
}

export function Form<V extends FieldValues>({ of, label, children }: FormProps<V>) {
  const { t } = useTranslation();
  return (
    <FormContext.Provider value={of as unknown as FormControl<FieldValues>}>
      <form
        noValidate
        aria-label={label}
        aria-busy={of.pending || undefined}
        onKeyDown={confirmOnCtrlEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!of.pending && of.changed) void of.submit();
        }}
        className="grid grid-cols-1 gap-4"
      >
        {of.restored ? (
          <p
            role="status"
            className="flex flex-wrap items-center gap-2 rounded-md bg-info-soft px-3 py-1.5 text-sm text-info"
          >
            {t("form.draft")}
            <button type="button" className="min-h-8 underline" onClick={of.discard}>
              {t("form.draftDrop")}
            </button>
          </p>
        ) : null}
        {children}
      </form>
    </FormContext.Provider>
  );
}

/** Submit button; disabled while nothing has changed, while a submission is pending, or without a network. */
export function SubmitButton({ children }: { children: ReactNode }) {
  const { pending, changed } = useFormControl();
  return (
    <Button type="submit" look="main" saves pending={pending} disabled={!changed && !pending}>
      {children}
    </Button>
  );
}

/** Beside the submit button of a page: back to the page before, or to `to` where the address was opened directly. */
export function CancelLink({ to }: { to: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      className={buttonClass()}
      onClick={(event) => {
        // The router numbers the entries of its history; 0 is where the console was entered.
        const { idx = 0 } = (history.state ?? {}) as { idx?: number };
        if (idx === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      {t("kit.cancel")}
    </Link>
  );
}
