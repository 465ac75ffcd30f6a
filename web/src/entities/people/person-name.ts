import type { TFunction } from "i18next";

/** A person's name, or that it is not known (D-35). */
export const nameOf = (person: { fullName: string }, t: TFunction) => person.fullName.trim() || t("kit.unknownPerson");
