import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { pickLanguage } from "@/ui/preferences/preferences";
import { SignInForm } from "./sign-in-form";

/** Sign-in page. */
export function SignInScreen({ ended = false }: { ended?: boolean }) {
  const { t } = useTranslation();
  const title = `${t("signIn.title")} · ${t("shell.product")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="grid min-h-dvh grid-cols-2 max-md:grid-cols-1">
      <aside aria-label={t("shell.product")} className="flex flex-col bg-gold-950 p-14 text-[#efe2cd] max-md:hidden">
        <Brand onDark />
        <div className="my-auto">
          <p className="max-w-[420px] text-[34px] leading-[42px] font-[650] tracking-[-0.02em] text-white">
            {t("signIn.slogan")}
          </p>
          <p className="mt-4 max-w-[380px] text-[#c7b596]">{t("signIn.about")}</p>
        </div>
      </aside>
      <main className="grid place-items-center bg-surface px-5 py-8">
        <div className="w-full max-w-[340px]">
          <div className="mb-10 md:hidden">
            <Brand />
          </div>
          <h1 className="text-2xl font-[650] tracking-[-0.01em] text-ink-strong">{t("signIn.title")}</h1>
          <p className="mt-1 mb-6 text-mut">{t("signIn.hint")}</p>
          <SignInForm ended={ended} />
          <LanguageLine />
        </div>
      </main>
    </div>
  );
}

function Brand({ onDark }: { onDark?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={`flex items-center gap-3 text-[17px] font-[650] ${onDark ? "text-white" : "text-ink-strong"}`}>
      <img src="/icon.svg" alt="" className="size-[34px]" />
      {t("shell.product")}
    </div>
  );
}

/** The three languages by their own names. */
function LanguageLine() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <fieldset className="mt-7 flex justify-center gap-1">
      <legend className="sr-only">{t("shell.language")}</legend>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => void pickLanguage(one).catch(() => undefined)}
          className={`rounded-md px-2 py-1 hover:bg-hover max-sm:min-h-11 ${one === language ? "font-[650] text-accent-ink" : "text-mut"}`}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </fieldset>
  );
}
