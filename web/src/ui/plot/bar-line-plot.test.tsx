// R2-066, R2-067: what a plot is beside its picture
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BarLinePlot } from "./bar-line-plot";
import type { PlotData } from "./plot";

const PLOT: PlotData = {
  label: "KPI",
  placeName: "F.I.Sh.",
  barNames: ["Davomat"],
  lineName: "Jami",
  places: [{ tick: "Karimova", name: "Karimova Nodira Alisher qizi", bars: [91], line: 45 }],
};

it("a plot's table for screen readers is clipped by a box, for a table is never narrower than its content", () => {
  render(<BarLinePlot plot={PLOT} height={100} />);
  const table = screen.getByRole("table", { name: "KPI" });
  expect(table).not.toHaveClass("sr-only");
  expect(table.parentElement).toHaveClass("sr-only");
});
