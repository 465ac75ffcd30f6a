/** Labels of permissions. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Action } from "@/entities/access/permissions";

export interface PermissionLabels {
  module: (module: string) => string;
  option: (module: string, option: string) => string;
  action: (action: string) => string;
  /** "Users · Students", of `users:students`. */
  key: (key: string) => string;
  /** "Users · Students: read", of a key and an action. */
  right: (key: string, action: string) => string;
}

/** Own and all groups have the same options. */
const sameAs = (module: string) => (module === "all_groups" || module === "my_groups" ? "groups" : module);

export function usePermissionLabels(): PermissionLabels {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    // The server may send newer names: one without a label is shown as it is.
    const textOf = (path: string, otherwise: string) =>
      i18n.exists(path) ? (t as (path: string) => string)(path) : otherwise;
    const module = (name: string) => textOf(`roles.modules.${name}`, name);
    const option = (of: string, name: string) => textOf(`roles.options.${sameAs(of)}.${name}`, name);
    const action = (name: string) => t(`roles.actions.${name as Action}`);
    const key = (full: string) => {
      const [of = "", name] = full.split(":");
      return name ? `${module(of)} · ${option(of, name)}` : module(of);
    };
    return { module, option, action, key, right: (full, name) => `${key(full)}: ${action(name).toLocaleLowerCase()}` };
  }, [t, i18n]);
}
