import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Recording, useRecorder } from "./use-recorder";

const stopped = vi.fn();

/** A browser's recorder that takes the given types; what it recorded comes when it stops. */
function recorderOf(...types: string[]) {
  return class {
    static isTypeSupported = (type: string) => types.includes(type);
    state = "inactive";
    ondataavailable: (event: { data: Blob }) => void = () => undefined;
    onstop: (() => void) | null = null;
    mimeType: string;
    constructor(_: unknown, options: { mimeType: string }) {
      this.mimeType = options.mimeType;
    }
    start() {
      this.state = "recording";
    }
    stop() {
      this.state = "inactive";
      this.ondataavailable({ data: new Blob(["sound"]) });
      this.onstop?.();
    }
  };
}

const microphone = vi.fn();

beforeEach(() => {
  microphone.mockResolvedValue({ getTracks: () => [{ stop: stopped }] });
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: microphone } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("a voice recording in the page (H10, D-81)", () => {
  it.each([
    ["webm", ["audio/webm;codecs=opus", "audio/webm", "audio/mp4"], "audio/webm"],
    ["mp4, as Safari does", ["audio/mp4"], "audio/mp4"],
  ])("records %s and releases the microphone", async (_, types, type) => {
    vi.stubGlobal("MediaRecorder", recorderOf(...types));
    const done: Recording[] = [];
    const { result } = renderHook(() => useRecorder((recording) => done.push(recording)));
    await act(() => result.current.start());
    expect(result.current.state).toBe("recording");
    act(() => result.current.stop());
    expect(result.current.state).toBe("idle");
    expect(done).toMatchObject([{ extension: type.slice(6), seconds: 1 }]);
    expect(done[0]?.blob.type).toBe(type);
    expect(stopped).toHaveBeenCalledOnce();
  });

  it.each([
    ["the person refuses", recorderOf("audio/webm"), new DOMException("no", "NotAllowedError")],
    ["the browser records no known type", recorderOf("audio/ogg"), null],
    ["the browser has no recorder", undefined, null],
  ])("says that it cannot record where %s, and may be asked again", async (_, recorder, refusal) => {
    vi.stubGlobal("MediaRecorder", recorder);
    if (refusal) microphone.mockRejectedValueOnce(refusal);
    const { result } = renderHook(() => useRecorder(() => undefined));
    await act(() => result.current.start());
    expect(result.current.state).toBe("refused");
    vi.stubGlobal("MediaRecorder", recorderOf("audio/webm"));
    await act(() => result.current.start());
    expect(result.current.state).toBe("recording");
  });
});
