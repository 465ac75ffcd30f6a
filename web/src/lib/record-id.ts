/** True for a record's id as an address writes it. */
export const isRecordId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);
