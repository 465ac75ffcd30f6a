// R2-066, R2-067: what a plot is beside its picture
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { BarLinePlot } from "./bar-line-plot";
import type { PlotData } from "./plot";

const PLOT: PlotData = {
  label: "KPI",
  placeName: "F.I.Sh.",
  barNames: ["Davomat"],
  lineName: "Jami",
  places: [{ tick: "Karimova", name: "Karimova Nodira Alisher qizi", bars: [91], line: 45 }],
};

const open = (plot: PlotData) => renderScreen(() => <BarLinePlot plot={plot} height={100} />);

describe("a plot", () => {
  it("has its table for screen readers clipped by a box, for a table is never narrower than its content", async () => {
    await open(PLOT);
    const table = screen.getByRole("table", { name: "KPI" });
    expect(table).not.toHaveClass("sr-only");
    expect(table.parentElement).toHaveClass("sr-only");
  });

  it.each([
    ["of days joins its figures by a line", PLOT, "line"],
    ["of people has a point for each", { ...PLOT, unjoined: true as const }, "point"],
  ])("%s, in the legend too", async (_, plot, mark) => {
    const { container } = await open(plot);
    expect(container.querySelector("[data-mark]")).toHaveAttribute("data-mark", mark);
  });
});
