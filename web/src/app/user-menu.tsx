import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { chooseLanguage, chooseTheme } from "@/shared/session/preferences";
import { staffInfo, useSession } from "@/shared/session/session";
import { LANGUAGE_NAMES, LANGUAGES } from "@/shared/texts/texts";
import { useLanguage } from "@/shared/texts/use-language";
import { useTheme } from "@/shared/theme/theme";
import { Avatar } from "@/shared/ui/avatar";
import { KeyHint } from "@/shared/ui/key-hint";
import { Menu, MenuChoice, MenuItem, MenuLine } from "@/shared/ui/menu";
import { showError } from "@/shared/ui/toast";
import { askSignOut, openShortcuts } from "./open-overlays";

/** Oneself: profile, language, theme, keys, sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const language = useLanguage();
  const theme = useTheme();
  const name = profile?.fullName || staffInfo()?.fullName || profile?.login || "";
  const button = (
    <button
      type="button"
      aria-label={`${t("shell.userMenu")}: ${name}`}
      className="grid size-9 shrink-0 place-items-center rounded-full max-sm:size-11"
    >
      <Avatar name={name} photo={profile?.photo} />
    </button>
  );
  return (
    <Menu trigger={button} width="w-60">
      <div className="px-2.5 pt-1.5 pb-2">
        <b className="block truncate text-sm font-[650] text-ink-strong">{name}</b>
        <span className="block truncate text-xs text-mut">{profile?.role.name}</span>
      </div>
      <MenuLine />
      <MenuItem icon={CircleUser} to="/profile">
        {t("shell.profile")}
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={openShortcuts} hint={<KeyHint keys="?" />}>
        {t("shell.shortcuts")}
      </MenuItem>
      <MenuLine />
      <MenuChoice
        label={t("shell.language")}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        onChange={(value) => void chooseLanguage(value).catch(showError)}
      />
      <MenuChoice
        label={t("shell.theme")}
        value={theme}
        options={[
          { value: "system", label: t("shell.themeSystem"), icon: Monitor },
          { value: "light", label: t("shell.themeLight"), icon: Sun },
          { value: "dark", label: t("shell.themeDark"), icon: Moon },
        ]}
        onChange={chooseTheme}
      />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={askSignOut}>
        {t("shell.signOut")}
      </MenuItem>
    </Menu>
  );
}
