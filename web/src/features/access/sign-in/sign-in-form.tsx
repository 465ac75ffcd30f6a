import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, NoAnswer, UnexpectedAnswer } from "@/api/errors";
import { change } from "@/api/request";
import { completeSignIn } from "@/entities/access/session";
import { useLanguage } from "@/i18n/use-language";
import { FieldError, SignInField } from "./sign-in-field";

/** Login and password; an error message appears next to the input it concerns. */
export function SignInForm({ ended }: { ended: boolean }) {
  const { t } = useTranslation();
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [seconds, wait] = useCountdown();
  const loginInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const problem = useId();
  const language = useLanguage();
  const waiting = seconds > 0;
  useEffect(() => loginInput.current?.focus(), []);
  // Messages in another language, or of a wait that is over, are outdated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what counts
  useEffect(() => {
    if (!waiting) setFailure(null);
  }, [waiting, language]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!login.trim() || !password) return (login.trim() ? passwordInput : loginInput).current?.focus();
    if (pending || seconds > 0) return;
    setPending(true);
    setFailure(null);
    try {
      const outcome = await change("post", "/auth/sign-in", { body: { login: login.trim(), password } });
      if (outcome.forbidden) setFailure(outcome.refusal);
      else completeSignIn(outcome.data);
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.status === 429) wait(error.retryAfter ?? 30);
      passwordInput.current?.select();
    } finally {
      setPending(false);
    }
  }

  const seeCaps = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  const fields = failure instanceof ApiError ? failure.fields : {};
  const Icon = shown ? EyeOff : Eye;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {ended && !failure ? (
        <p className="mb-4 rounded bg-info-soft px-3 py-2 text-sm text-info">{t("signIn.sessionEnded")}</p>
      ) : null}
      <SignInField
        label={t("signIn.login")}
        error={tried && !login.trim() ? t("signIn.loginMissing") : fields.login?.join(" ")}
        inputRef={loginInput}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={login}
        onChange={(event) => setLogin(event.target.value)}
      />
      <SignInField
        label={t("signIn.password")}
        error={tried && !password ? t("signIn.passwordMissing") : fields.password?.join(" ")}
        hint={caps ? t("signIn.capsLock") : undefined}
        inputRef={passwordInput}
        name="password"
        type={shown ? "text" : "password"}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={seeCaps}
        onKeyUp={seeCaps}
        onBlur={() => setCaps(false)}
        after={
          <button
            type="button"
            aria-label={t(shown ? "kit.hidePassword" : "kit.showPassword")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded text-ink-soft hover:text-ink"
          >
            <Icon aria-hidden size={16} strokeWidth={1.8} />
          </button>
        }
      />
      <div role="alert" id={problem}>
        {failure ? (
          <FieldError>
            {seconds > 0 ? t("signIn.wait", { seconds: String(seconds) }) : <Words of={failure} />}
          </FieldError>
        ) : null}
      </div>
      <button
        type="submit"
        aria-busy={pending}
        aria-disabled={pending || seconds > 0}
        className="mt-2 h-11 w-full rounded border border-accent bg-accent text-base font-[550] text-on-accent shadow-[inset_0_1px_0_rgb(255_255_255/0.18)] hover:bg-accent-hover aria-disabled:opacity-60"
      >
        {t("signIn.submit")}
      </button>
    </form>
  );
}

function Words({ of: failure }: { of: unknown }) {
  const { t } = useTranslation();
  if (failure instanceof NoAnswer) return t("errors.noInternet");
  if (failure instanceof UnexpectedAnswer) return t("errors.unexpectedAnswer");
  if (failure instanceof ApiError && failure.message) return failure.message;
  return t("errors.wentWrong");
}

/** Seconds left to wait, and the function that starts the countdown. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return [left, setLeft];
}
