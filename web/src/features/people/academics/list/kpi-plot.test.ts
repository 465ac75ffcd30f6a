// R2-067, D-77: what the plot of KPIs shows of the list's teachers
import { describe, expect, it } from "vitest";
import { sample } from "@/testing/sample";
import { placesOf } from "./kpi-plot";

const nodira = sample("TeacherRow", {
  ...{ id: 1, fullName: "Karimova Nodira", attendanceKpi: 91.2, homeworkKpi: 0, examKpi: null, kpi: 45.6 },
});
const fresh = sample("TeacherRow", {
  ...{ id: 2, fullName: " ", attendanceKpi: null, homeworkKpi: null, examKpi: null, kpi: null },
});

describe("the places of a plot of KPIs", () => {
  it("are the teachers in the order of the list, a KPI without data a gap and not a zero", () => {
    expect(placesOf([nodira, fresh], 20, "Ismsiz")).toEqual([
      { tick: "Karimova", shortTick: "KN", name: "Karimova Nodira", bars: [91.2, 0, null], line: 45.6 },
      { tick: "Ismsiz", shortTick: "I", name: "Ismsiz", bars: [null, null, null], line: null },
    ]);
  });

  it("of one surname have their initials, the others the surname alone", () => {
    const names = ["Karimova Nodira Alisher qizi", "Aliyev Botir", "Karimova Lola", "Karimova Nargiza"];
    const ticksOf = (room: number) =>
      placesOf(
        names.map((fullName, id) => ({ ...nodira, id, fullName })),
        room,
        "",
      ).map(({ tick }) => tick);
    expect(ticksOf(2)).toEqual(["Karimova", "Aliyev"]);
    expect(ticksOf(3)).toEqual(["Karimova N.", "Aliyev", "Karimova L."]);
    expect(ticksOf(4)).toEqual(["Karimova N. A.", "Aliyev", "Karimova L.", "Karimova N."]);
  });

  it("are as many as there is room for", () => {
    const teachers = Array.from({ length: 100 }, (_, id) => ({ ...nodira, id }));
    expect(placesOf(teachers, 20, "")).toHaveLength(20);
    expect(placesOf([], 20, "")).toEqual([]);
  });
});
