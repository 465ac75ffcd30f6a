/** Today on the screen: one click per action, sections by permission, absentees as text (D-26, D-65). */

import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Absentee, Today, TodayLesson } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { say } from "@/i18n/texts";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { resetScreen } from "@/testing/reset-screen";
import { user } from "@/testing/user";
import { absenteeText, byLesson } from "./absentee-text";
import { groupAddress, markAddress } from "./addresses";
import { dayName } from "./lessons";
import { TodayScreen } from "./today-screen";

const t = say as unknown as Parameters<typeof absenteeText>[2];

const LESSON: TodayLesson = {
  id: 5,
  group: { id: 7, name: "Python 1" },
  staff: { id: 9, name: "Karimova Nodira" },
  scheduleId: 11,
  date: "2026-11-22",
  beginTime: "14:00",
  endTime: "16:00",
  classroomName: "101",
  students: 12,
  unmarked: 12,
  marking: "none",
  noClassReason: null,
  attended: 0,
  late: 0,
  absent: 0,
  takes: "open",
  lateSentAt: null,
};
const NONE = { lessons: [], total: 0 };
const DAY: Today = {
  audience: "admin",
  date: "2026-11-22",
  now: "14:30",
  running: { lessons: [LESSON], total: 1 },
  next: NONE,
  unmarked: NONE,
  partly: NONE,
  refused: { lessons: [], total: 0 },
  absentees: { students: [], total: 0 },
  lateSheets: null,
  failedJobs: null,
  stoppedRun: null,
  photos: null,
  firstSteps: [],
};
const absent = (more: Partial<Absentee>): Absentee => ({
  studentId: 1,
  fullName: "Aliyev Aziz",
  phone: "998901112233",
  lessonId: 5,
  group: { id: 7, name: "Python 1" },
  beginTime: "14:00",
  status: 2,
  reason: 3,
  reasonIsDefault: false,
  absences: 1,
  sms: null,
  ...more,
});

const rights = (actions: string[], module: string) => [
  {
    name: module,
    permissions: [],
    children: [{ name: "attendance", permissions: actions, children: [] }],
  },
];

async function open(today: Today, actions = ["read", "update"], module = "all_groups") {
  const calls = mockApi(({ path, verb }) => {
    if (path === "/profile")
      return { data: { id: 1, login: "a", fullName: "A", role: { id: 1, name: "A" }, offices: [] } };
    if (path === "/roles/permission-objects/mine") return { data: { permissionObjects: rights(actions, module) } };
    if (path === "/notifications/count") return { data: { count: 0 } };
    if (path === "/attendance/late/decide") return { data: { decided: [{ id: 4, saved: 12, refused: [] }] } };
    if (path === "/attendance/save-academic") return { data: { attendance: { status: 1 } } };
    if (verb === "POST") return { data: { pushId: 3 } };
    return { data: { today } };
  });
  await startSession();
  return { calls, ...(await renderScreen(TodayScreen, { at: "/today" })) };
}

describe("addresses of a lesson", () => {
  const placed = { id: 5, groupId: 7, staffId: 9, scheduleId: 11, date: "2026-11-22" };

  it("the office and the teacher each get their own address of the same attendance sheet (D-13, R2-086)", () => {
    const rest = "/7/staff/9/attendance/schedule/11/edit/2026-11-22";
    expect(markAddress(placed, "admin")).toBe(`/groups${rest}`);
    expect(markAddress(placed, "academic")).toBe(`/my-groups${rest}`);
    expect(groupAddress(placed, "academic")).toBe("/my-groups/7/staff/9/schedule/11?tab=1");
  });

  it("the lesson's id is in the address where its schedule is gone (D-55, D-71)", () => {
    const loose = { ...placed, scheduleId: null };
    expect(markAddress(loose, "admin")).toBe("/groups/7/staff/9/attendance/schedule/0/edit/2026-11-22?lessonId=5");
  });
});

describe("the absent as text", () => {
  it("the absent are listed by lesson with phone and reason; a hidden phone is left out", () => {
    const lessons = byLesson([
      absent({}),
      absent({ studentId: 2, fullName: "Karimova Lola", phone: null, reason: 2 }),
      absent({ studentId: 3, fullName: "Umarov Bek", lessonId: 6, group: { id: 8, name: "Go 2" }, beginTime: "16:00" }),
    ]);
    expect(absenteeText(lessons, "2026-11-22", t)).toBe(
      [
        "Kelmaganlar, 22.11.2026",
        "Python 1, 14:00\n1. Aliyev Aziz, +998 90 111-22-33, sababsiz\n2. Karimova Lola, sababli",
        "Go 2, 16:00\n1. Umarov Bek, +998 90 111-22-33, sababsiz",
      ].join("\n\n"),
    );
  });
});

it("yesterday and tomorrow are named, across the end of a month", () => {
  expect(dayName("2026-11-30", "2026-11-30", t)).toBe("");
  expect(dayName("2026-11-30", "2026-12-01", t)).toBe("Kecha");
  expect(dayName("2026-12-01", "2026-11-30", t)).toBe("Ertaga");
  expect(dayName("2026-12-05", "2026-11-30", t)).toBe("05.12.2026");
});

describe("the page", () => {
  it("each lesson in progress links to its attendance sheet", async () => {
    await open(DAY);
    const link = screen.getByRole("link", { name: "Davomat: Python 1, 14:00" });
    expect(link?.getAttribute("href")).toBe("/groups/7/staff/9/attendance/schedule/11/edit/2026-11-22");
  });

  it("attendance is read-only for people who may not change it (D-53)", async () => {
    await open(DAY, ["read"]);
    expect(screen.queryByRole("link", { name: "Davomat: Python 1, 14:00" })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Ko'rish: Python 1, 14:00" })).toBeInTheDocument();
  });

  it("sections without the permission are left out (D-41)", async () => {
    await open({ ...DAY, unmarked: null, partly: null, refused: null, absentees: null });
    expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual(["Hozirgi darslar"]);
  });

  const HALF: TodayLesson = { ...LESSON, id: 6, marking: "partly", unmarked: 10, attended: 1, absent: 1 };

  it("a half-marked lesson shows how many are marked, in no green, and is marked from here (D-157)", async () => {
    await open({ ...DAY, running: { lessons: [HALF], total: 1 } });
    const row = screen.getByRole("listitem");
    const tag = within(row).getByText("2/12 belgilangan");
    expect(tag).toHaveClass("text-warn");
    expect(row).not.toHaveTextContent("keldi");
    expect(within(row).getByRole("link", { name: "Davomat: Python 1, 14:00" })).toHaveClass("bg-accent");
  });

  it("no button is gold once every lesson of now is marked (D-157)", async () => {
    const done: TodayLesson = { ...LESSON, marking: "marked", unmarked: 0, attended: 12 };
    const { container } = await open({ ...DAY, running: { lessons: [done], total: 1 } });
    expect(container).toHaveTextContent("12 tadan 12 tasi keldi");
    expect(container.querySelector(".bg-accent")).toBeNull();
  });

  it("half-marked lessons stand in their own group under the unmarked ones, and are filtered (D-157)", async () => {
    const part = (lesson: TodayLesson, total: number) => ({ lessons: [lesson], total });
    const { container, address } = await open({
      ...DAY,
      running: NONE,
      unmarked: part({ ...LESSON, id: 7 }, 3),
      partly: part(HALF, 25),
    });
    const section = within(screen.getByRole("region", { name: "Belgilanmagan darslar" }));
    expect(section.getByRole("heading", { level: 2 }).nextSibling).toHaveTextContent("28");
    expect(section.getAllByRole("heading", { level: 3 }).map((one) => one.textContent)).toEqual([
      "Qisman belgilangan 25",
      "Umuman belgilanmagan 3",
    ]);
    expect(within(section.getByRole("region", { name: "Qisman belgilangan" })).getByText("Yana 24 ta")).toBeVisible();
    await user.click(section.getByRole("button", { name: "Qisman" }));
    expect(section.queryByRole("region", { name: "Umuman belgilanmagan" })).not.toBeInTheDocument();
    expect(address()).toBe("/today?marking=partly");
    await user.click(section.getByRole("button", { name: "Hammasi" }));
    expect(section.getByRole("region", { name: "Umuman belgilanmagan" })).toBeInTheDocument();
    expect(container).toHaveTextContent("Yana 2 ta");
  });

  it("a teacher checks in at their own lesson from here, by button or by one key (D-77)", async () => {
    vi.setSystemTime("2026-11-22T09:30:00Z");
    const hours = { opens: "2026-11-22T08:30:00Z", closes: "2026-11-22T11:00:00Z" };
    const mine: TodayLesson = { ...LESSON, checkIn: { ...hours, status: null, at: null } };
    const done: TodayLesson = { ...LESSON, id: 6, checkIn: { ...hours, status: 4, at: "2026-11-22T09:20:00Z" } };
    const over: TodayLesson = { ...LESSON, id: 7, checkIn: { ...hours, closes: hours.opens, status: null, at: null } };
    const { calls } = await open(
      { ...DAY, audience: "academic", running: { lessons: [done, over, mine], total: 3 } },
      ["read", "update"],
      "my_groups",
    );
    expect(screen.getByText("Darsda, kechikib, 14:20")).toHaveClass("text-warn");
    expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["Darsdaman⇧ D"]);
    const sent = () => calls.filter((call) => call.verb === "POST").map((call) => [call.path, call.body]);
    await user.click(screen.getByRole("button", { name: "Darsdaman: Python 1, 14:00" }));
    expect(sent()).toEqual([["/attendance/save-academic", { lessonId: 5, photoId: null }]]);
    expect(calls.filter((call) => call.path === "/today").length).toBe(2);
  });

  it("a retry sends only the retryable marks (D-26)", async () => {
    const students = [
      { studentId: 1, fullName: "Aliyev Aziz", code: "lesson_closed", message: "Keyinroq", retryable: true },
      {
        studentId: 2,
        fullName: "Umarov Bek",
        code: "unknown_student",
        message: "Bunday talaba yo'q",
        retryable: false,
      },
    ];
    const of = { lessonId: 5, group: LESSON.group, staffId: 9, scheduleId: 11, date: DAY.date, beginTime: "14:00" };
    const { calls } = await open({ ...DAY, refused: { lessons: [{ ...of, students }], total: 1 } });
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    await user.click(screen.getByRole("button", { name: "Qayta yuborish: Python 1, 14:00" }));
    const sent = calls.find((call) => call.verb === "POST");
    expect([sent?.path, sent?.body]).toEqual(["/attendance/pushes/retry", { lessonId: 5, studentIds: [1] }]);
    expect(calls.filter((call) => call.path === "/today").length).toBe(2);
  });

  it("late sheets are decided one by one, or all after a confirmation (D-70)", async () => {
    const sheet = {
      ...{ id: 4, lessonId: 5, group: LESSON.group, staffId: 9, scheduleId: 11, date: DAY.date, beginTime: "14:00" },
      ...{ sentBy: "Karimova Nodira", markedAt: "2026-11-22T10:00:00Z", sentAt: "2026-11-22T19:30:00Z" },
      ...{ attended: 10, late: 1, absent: 1, changes: [], refused: [] },
    };
    const late = { sheets: [sheet, { ...sheet, id: 6, beginTime: "16:00" }], total: 2, decides: true };
    const { calls, container } = await open({ ...DAY, lateSheets: late });
    expect(container).toHaveTextContent("10 keldi · 1 kechikdi · 1 kelmadi");
    expect(container).toHaveTextContent("Hozirgi belgilardan farqi yo'q");
    await user.click(screen.getByRole("button", { name: "Tasdiqlash: Python 1, 22.11.2026 14:00" }));
    const sent = () => calls.filter((call) => call.verb === "POST").map((call) => call.body);
    expect(sent()).toEqual([{ ids: [4], confirm: true }]);
    await user.click(screen.getByRole("button", { name: "Hammasini rad etish" }));
    expect(sent().length).toBe(1);
    await user.click(
      within(screen.getByRole("alertdialog")).getByRole("button", {
        name: "Hammasini rad etish",
      }),
    );
    expect(sent()[1]).toEqual({ ids: [], confirm: false });
  });

  const LATE = {
    ...{ id: 4, lessonId: 5, group: LESSON.group, staffId: 9, scheduleId: 11, date: DAY.date, beginTime: "14:00" },
    ...{ sentBy: "Karimova Nodira", markedAt: "2026-11-22T10:00:00Z", sentAt: "2026-11-22T19:30:00Z" },
    ...{ attended: 2, late: 1, absent: 1 },
    changes: [
      { studentId: 1, fullName: "Aliyev Aziz", was: null, wasReason: null, status: 2 as const, reason: 3 as const },
      {
        studentId: 2,
        fullName: "Karimova Lola",
        was: 1 as const,
        wasReason: null,
        status: 4 as const,
        reason: 1 as const,
      },
      { studentId: 3, fullName: "Umarov Bek", was: null, wasReason: null, status: 1 as const, reason: null },
    ],
    refused: [{ studentId: 4, fullName: "Olimov Said", code: "ATTENDANCE_OFFICE_MARK", message: "Idora belgilagan" }],
  };

  it("a late sheet lists what its confirmation would change and which students it would skip (D-70, A1)", async () => {
    const { container } = await open({ ...DAY, lateSheets: { sheets: [LATE], total: 1, decides: true } });
    expect(container).toHaveTextContent("Aliyev Aziz: belgilanmagan → kelmadi, sababsiz");
    expect(container).toHaveTextContent("Karimova Lola: keldi → kechikdi, yo'lda");
    expect(container).toHaveTextContent("Olimov Said Idora belgilagan");
    expect(screen.getByRole("group").textContent).toBe("Yana 1 ta: keldiUmarov Bek");
    expect(container).not.toHaveTextContent("Hammasini");
  });

  it("a teacher sees that a late sheet waits, without buttons to decide it (D-13, D-70)", async () => {
    const waits = { ...LESSON, date: "2026-11-21", takes: "late" as const, lateSentAt: LATE.sentAt };
    const late = { sheets: [LATE, { ...LATE, id: 5 }], total: 2, decides: false };
    const academic = { ...DAY, audience: "academic" as const, running: NONE, lateSheets: late };
    const { container } = await open({ ...academic, unmarked: { lessons: [waits], total: 1 } });
    expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toContain(
      "Tasdiq kutayotgan davomat",
    );
    expect(container).toHaveTextContent("Tasdiq kutmoqda");
    expect(container).toHaveTextContent("Aliyev Aziz: belgilanmagan → kelmadi, sababsiz");
    expect(screen.queryAllByRole("button")).toHaveLength(0);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toContainEqual(
      expect.stringMatching("^/my-groups/7/staff/9/attendance/schedule/11/edit/"),
    );
  });

  it("lessons beyond the listed ones are counted, and an empty section says what to do", async () => {
    const { container } = await open({ ...DAY, running: { lessons: [LESSON], total: 23 } });
    expect(container).toHaveTextContent("Yana 22 ta");
    resetScreen();
    const empty = await open({ ...DAY, running: NONE });
    expect(empty.container).toHaveTextContent("Yaqin kunlarda dars yo'q");
  });

  it("a failed job says why in words, and never as the log does", async () => {
    const words = "SMS xizmati: Manzil javob bermayapti";
    const lastError = "SmsUnavailable: unreachable";
    const job = { id: 3, kind: "sms.send", lastError, failure: words, finishedAt: "2026-11-22T03:00:00Z" };
    const { container } = await open({ ...DAY, failedJobs: { jobs: [job], total: 1 } });
    expect(container).toHaveTextContent(words);
    expect(container).not.toHaveTextContent("SmsUnavailable");
  });

  it("a person who sets the console up sees its first steps", async () => {
    const { container } = await open({
      ...DAY,
      running: NONE,
      firstSteps: [
        { step: "synchronise", done: true },
        { step: "branches", done: false },
      ],
    });
    expect(container).toHaveTextContent("Bajarildi");
    expect(screen.getByRole("link", { name: "Filiallar" })?.getAttribute("href")).toBe("/branch-office");
  });
});
