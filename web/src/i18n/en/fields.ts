import words from "../../../../contracts/texts/fields/en.json";
import type { fields as uz } from "../uz/fields";
import type { Words } from "../words";

export const fields: Words<typeof uz> = words;
