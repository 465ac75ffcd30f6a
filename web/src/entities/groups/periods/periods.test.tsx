// D-48: a change of a student's time in a group shows at once wherever the lessons are

import { screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { cache, keyOf } from "@/api/cache";
import { waitForIdle } from "@/testing/clock";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { StopEnrolmentDialog } from "./period-dialogs";

afterEach(() => {
  cache.clear();
});

const period = {
  studentGroupId: 7,
  groupName: "Python N1",
  actionId: 1,
  endedDate: null,
  groupStatus: 2,
  groupStartedDate: "2026-10-01",
  groupEndedDate: null,
  version: 1,
};

it("stopping an enrolment invalidates the month, the journal and the attendance sheets fetched before", async () => {
  const calls = mockApi(() => ({ data: {} }));
  const shown = [
    keyOf("/groups/for-admin/{id}/attendances", { path: { id: 3 } }),
    keyOf("/journal/for-academic", { query: { groupId: 3 } }),
    keyOf("/attendance/for-academic/sheet", { query: { lessonId: 9 } }),
  ];
  for (const key of shown) cache.setQueryData(key, { forbidden: false, data: {} });
  await renderScreen(() => <StopEnrolmentDialog name="Azizova Nodira" period={period} onClose={() => undefined} />);
  await waitForIdle();
  await act(async () => screen.getByRole("button", { name: "O'qishni to'xtatish" })?.click());
  await waitForIdle();
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ["/student-groups/stop", { studentGroupId: 7, version: 1, action: 1, reason: "" }],
  ]);
  expect(shown.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});
