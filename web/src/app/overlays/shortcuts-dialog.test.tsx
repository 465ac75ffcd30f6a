import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useCheckingKeys } from "@/entities/homework/checking-keys";
import { renderScreen } from "@/testing/render-screen";
import { ShortcutsDialog } from "./shortcuts-dialog";

const nothing = () => undefined;

function Checking() {
  const [digit, erase, save, move, message, undo] = [nothing, nothing, nothing, nothing, nothing, nothing];
  useCheckingKeys({ digit, erase, save, move, message, undo });
  return <ShortcutsDialog onClose={nothing} />;
}

it("lists the ten digits of a score in one line (ui.md)", async () => {
  await renderScreen(Checking);
  expect(screen.getAllByText("Ball raqami")).toHaveLength(1);
  expect(screen.getByText("0")).toBeTruthy();
  expect(screen.getByText("9")).toBeTruthy();
  expect(screen.getByText("Keyingi ish")).toBeTruthy();
});
