import { describe, expect, it } from "vitest";

import { EXTENSIONS, isVideoName, isVideoStart } from "./containers";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("videos are known by name and first bytes", () => {
  it("accepts every container by its extension, in any case (R2-306)", () => {
    for (const extension of EXTENSIONS) expect(isVideoName(`Dars 1.${extension.toUpperCase()}`)).toBe(true);
    for (const name of ["mp4", "dars.mp3", "dars.mp4.exe", "dars."]) expect(isVideoName(name)).toBe(false);
  });

  it.each([
    ["mp4", "\x00\x00\x00\x18ftypisom"],
    ["old quicktime", "\x00\x00\x00\x08wide"],
    ["matroska and webm", "\x1a\x45\xdf\xa3"],
    ["avi", "RIFF\x00\x00\x00\x00AVI LIST"],
    ["ogm", "OggS"],
    ["asf", "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c"],
    ["mpeg", "\x00\x00\x01\xba"],
    ["transport stream", `\x47${"\x00".repeat(187)}`.repeat(3)],
    ["mxf after a run-in", `${"\x00".repeat(500)}\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02`],
  ])("accepts the first bytes of %s (R2-307)", (_, start) => {
    expect(isVideoStart(bytes(start))).toBe(true);
  });

  it.each([
    ["an empty file", ""],
    ["a sound", "\x00\x00\x00\x18ftypM4A "],
    ["a photograph of a phone", "\x00\x00\x00\x18ftypheic"],
    ["a picture", "\x00\x00\x00\x1cftypavif"],
    ["a wave file", "RIFF\x00\x00\x00\x00WAVE"],
    ["a program", "MZ\x90\x00"],
    ["a page", "<!doctype html>"],
  ])("rejects the first bytes of %s (R2-307)", (_, start) => {
    expect(isVideoStart(bytes(start))).toBe(false);
  });
});
