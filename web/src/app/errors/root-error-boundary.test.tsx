import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { RootErrorBoundary } from "./root-error-boundary";

function Broken(): null {
  throw new RangeError("nothing stands");
}

it("an error outside every page is shown with a way to reload, and is reported (R1-420, R2-447)", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const calls = mockApi(() => ({}));
  const { container } = await renderScreen(() => (
    <RootErrorBoundary>
      <Broken />
    </RootErrorBoundary>
  ));
  expect(screen.getByRole("heading").textContent).toBe("Nimadir xato ketdi");
  expect(container).not.toHaveTextContent("Server javob bermadi");
  expect(screen.getByRole("button", { name: "Qayta yuklash" })).toBeInTheDocument();
  expect(calls.find((call) => call.path === "/sender/log")?.body).toMatchObject({ logType: "error" });
  quiet.mockRestore();
});
