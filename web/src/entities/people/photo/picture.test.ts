import { afterEach, describe, expect, it, vi } from "vitest";
import { openCamera, PHOTO_MAX, photoProblem, shownSquare } from "./picture";

const file = (type: string, size = 10) => new Blob([new Uint8Array(size)], { type });

afterEach(() => vi.unstubAllGlobals());

describe("a photo", () => {
  it("a photo is a JPEG or a PNG; from the camera a WebP too (R1-224, R1-225, R2-316)", () => {
    expect(["image/jpeg", "image/png"].map((type) => photoProblem(file(type)))).toEqual([null, null]);
    expect(photoProblem(file("image/webp"))).toBe("wrongType");
    expect(photoProblem(file("image/webp"), "camera")).toBeNull();
    expect(["image/gif", "application/pdf", ""].map((type) => photoProblem(file(type)))).toEqual(
      Array(3).fill("wrongType"),
    );
  });

  it("a photo has at most 2 097 152 bytes (R1-226)", () => {
    expect(PHOTO_MAX).toBe(2_097_152);
    expect(photoProblem(file("image/png", PHOTO_MAX))).toBeNull();
    expect(photoProblem(file("image/png", PHOTO_MAX + 1))).toBe("tooLarge");
  });

  it("a crop stays within the photo's edges for any zoom and position", () => {
    expect(shownSquare(400, 200, 1, { x: 0.5, y: 0.5 })).toEqual({ x: 100, y: 0, side: 200 });
    expect(shownSquare(400, 200, 1, { x: 0, y: 1 })).toEqual({ x: 0, y: 0, side: 200 });
    expect(shownSquare(400, 200, 2, { x: 1, y: 1 })).toEqual({ x: 300, y: 100, side: 100 });
  });

  it("a denied or missing camera returns no stream (R1-434)", async () => {
    const refuse = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: refuse } });
    expect(await openCamera()).toBeNull();
    vi.stubGlobal("navigator", {});
    expect(await openCamera()).toBeNull();
  });

  it("the front camera is opened at 420 by 420 (R1-228)", async () => {
    const requested: unknown[] = [];
    const stream = {} as MediaStream;
    vi.stubGlobal("navigator", {
      mediaDevices: { getUserMedia: (what: unknown) => Promise.resolve(requested.push(what) && stream) },
    });
    expect(await openCamera()).toBe(stream);
    expect(requested).toEqual([{ video: { width: 420, height: 420, facingMode: "user" }, audio: false }]);
  });
});
