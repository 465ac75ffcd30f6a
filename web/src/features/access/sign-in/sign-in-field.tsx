import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  after?: ReactNode;
};

/** A labelled input with its message below; the form kit is not loaded before sign-in. */
export function SignInField({ label, error, hint, inputRef, after, ...input }: Props) {
  const id = useId();
  const message = error || hint;
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1.5 block text-sm font-[550] text-ink">
        {label}
      </label>
      <span className="relative block">
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={error ? true : undefined}
          aria-describedby={message ? `${id}-words` : undefined}
          className={`field h-[42px] ${after ? "pr-11" : ""}`}
        />
        {after}
      </span>
      <div id={`${id}-words`} aria-live="polite">
        {error ? <FieldError>{error}</FieldError> : hint ? <p className="mt-1.5 text-sm text-warn">{hint}</p> : null}
      </div>
    </div>
  );
}

export function FieldError({ children }: { children: ReactNode }) {
  return <p className="mt-1.5 mb-2 text-sm text-bad">{children}</p>;
}
