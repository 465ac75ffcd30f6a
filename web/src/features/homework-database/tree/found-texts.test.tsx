// R2-070, R2-388, D-5
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { FoundText } from "./found-texts";

const FOUND = { kind: "main", letter: "A", description: "", excerpt: "Yangi so'zlar bilan" } as unknown as Parameters<
  typeof FoundText
>[0]["of"];

it.each(["SO‘ZLAR", "so'zlar"])("a found word is marked whatever apostrophe was typed: %s", async (word) => {
  await renderScreen(() => <FoundText of={FOUND} word={word} onChoose={vi.fn()} />);
  expect(screen.getByRole("mark")).toHaveTextContent("so'zlar");
});
