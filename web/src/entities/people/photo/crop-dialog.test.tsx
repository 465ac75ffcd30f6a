import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { CropDialog } from "./crop-dialog";

afterEach(() => vi.restoreAllMocks());

/** Shows the dialog with a picture of 900 by 600; the browser's canvas is not there in tests. */
async function open() {
  const types: (string | undefined)[] = [];
  const done = vi.fn();
  const pen = { fillRect: () => undefined, drawImage: () => undefined } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((given, type) => {
    types.push(type);
    given(new Blob(["photo"], { type: type ?? "" }));
  });
  URL.createObjectURL = () => "blob:picture";
  URL.revokeObjectURL = () => undefined;
  await renderScreen(() => <CropDialog picture={new Blob(["picture"])} onDone={done} onClose={() => undefined} />);
  const image = document.querySelector("img") as HTMLImageElement;
  Object.defineProperties(image, { naturalWidth: { value: 900 }, naturalHeight: { value: 600 } });
  fireEvent.load(image);
  return { types, done };
}

it("the crop area is 1500 by 500 (R1-229)", async () => {
  await open();
  const area = screen.getByRole("group", { name: "Qirqiladigan joy" });
  expect([area.style.maxWidth, area.style.aspectRatio]).toEqual(["1500px", "3 / 1"]);
});

it("a photo leaves the dialog as a JPEG (R1-228)", async () => {
  const { types, done } = await open();
  await user.click(screen.getByRole("button", { name: "Shu rasmni olish" }));
  expect(types).toEqual(["image/jpeg"]);
  expect(done.mock.calls[0]?.[0]).toMatchObject({ type: "image/jpeg" });
});
