import words from "../../../../contracts/texts/fields/uz.json";

/** Names of fields by the names of their columns, the same as in the server's reports. */
export const fields = words;
