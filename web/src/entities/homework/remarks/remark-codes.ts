/** The bank of remarks in a message: ";1" and a space or the end writes the remark of code 1. */

export type Remark = { code: string; text: string };

/** The text in which a code just typed before the caret is replaced; null without one. */
export function expandRemark(
  text: string,
  caret: number,
  remarks: readonly Remark[],
): { text: string; caret: number } | null {
  const typed = /;([a-z0-9]{1,8})$/.exec(text.slice(0, caret));
  const remark = typed && remarks.find(({ code }) => code === typed[1]);
  if (!typed || !remark) return null;
  const before = text.slice(0, typed.index);
  return { text: before + remark.text + text.slice(caret), caret: before.length + remark.text.length };
}
