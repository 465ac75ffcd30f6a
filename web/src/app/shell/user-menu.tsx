import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { askSignOut, openShortcuts } from "@/app/overlays/open-overlays";
import { roleName } from "@/entities/access/role-name";
import { staffInfo, useSession } from "@/entities/access/session";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { KeyHint } from "@/ui/controls/key-hint";
import { Avatar } from "@/ui/display/avatar";
import { showError } from "@/ui/feedback/toast";
import { Menu, MenuChoice, MenuItem, MenuLine } from "@/ui/popover/menu";
import { chooseLanguage, chooseTheme } from "@/ui/preferences/preferences";
import { useTheme } from "@/ui/preferences/theme";

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
        <span className="block truncate text-xs text-mut">{profile ? roleName(profile.role, t) : null}</span>
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
