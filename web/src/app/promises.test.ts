import { expect, it } from "vitest";
import { SCREENS } from "@/app/screens";
import { flat, namespacesIn } from "@/testing/catalogues";

/** Words of the parts of a centre's day, and the addresses of their screens. */
const PARTS: [RegExp, RegExp][] = [
  [/student/i, /^\/students/],
  [/group/i, /^\/groups/],
  [/schedule/i, /\/schedule\//],
  [/attendance/i, /\/attendance\//],
  [/journal/i, /^\/groups\/:id/],
  [/SMS/, /\/sms/],
  [/homework/i, /homework/],
  [/exam/i, /exam/],
  [/video/i, /video/],
  [/reward|award|XP/i, /gamification/],
  [/market|store/i, /market|store/],
  [/event|contest/i, /events/],
  [/certificate|contract/i, /certificates|contracts/],
];

it("the sign-in promises only parts that have a screen", () => {
  const texts = [...flat(namespacesIn("en"))].filter(([key]) => key.startsWith("signIn."));
  expect(texts.map(([key]) => key)).toContain("signIn.about");
  const promised = PARTS.filter(([word]) => texts.some(([, text]) => word.test(text)));
  expect(promised.length).toBeGreaterThan(3);
  expect(promised.filter(([, path]) => !SCREENS.some((screen) => path.test(screen.path)))).toEqual([]);
});
