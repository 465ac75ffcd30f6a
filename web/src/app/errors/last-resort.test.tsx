import { afterEach, expect, it, vi } from "vitest";
import { named, serve, show, strike } from "@/testing/stage";
import { LastResort } from "./last-resort";

afterEach(strike);

function Broken(): null {
  throw new RangeError("nothing stands");
}

it("what breaks before everything else leaves words and a way to reload, and is told (R1-420, R2-447)", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const calls = serve(() => ({}));
  const { page } = await show(() => (
    <LastResort>
      <Broken />
    </LastResort>
  ));
  expect(page.querySelector("h1")?.textContent).toBe("Nimadir xato ketdi");
  expect(page.textContent).not.toContain("Server javob bermadi");
  expect(named("Qayta yuklash")).not.toBeNull();
  expect(calls.find((call) => call.path === "/sender/log")?.body).toMatchObject({ logType: "error" });
  quiet.mockRestore();
});
