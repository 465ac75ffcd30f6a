/** Label of a permission: "Foydalanuvchilar: Talabalar". */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TextKey } from "@/i18n/texts";

/** my_groups and all_groups have the same options. */
const SHARED: Record<string, string> = { all_groups: "groups", my_groups: "groups" };

export function usePermissionLabel(): (permission: string) => string {
  const { t } = useTranslation();
  return useMemo(() => {
    const textOf = (key: string, otherwise: string) => String(t(key as TextKey, { defaultValue: otherwise }));
    return (permission) => {
      const [module = "", option] = permission.split(":");
      if (!module) return "";
      const first = textOf(`roles.modules.${module}`, module);
      return option ? `${first}: ${textOf(`roles.options.${SHARED[module] ?? module}.${option}`, option)}` : first;
    };
  }, [t]);
}
