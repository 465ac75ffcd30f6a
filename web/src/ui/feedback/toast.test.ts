import { describe, expect, it } from "vitest";
import { ApiError, NoAnswer, UnexpectedAnswer } from "@/api/errors";
import { errorWords, fileErrorWords } from "./toast";

describe("what an error toast says (part 1 §8)", () => {
  it("the server's message with code, status and errId, and the request's number (R1-410, R1-411, R2-440, R2-441)", () => {
    const error = new ApiError({ message: "Band", code: "X_Y", status: 409, errId: 245, requestId: "req-1" });
    expect(errorWords(error)).toEqual({
      title: "Band",
      detail: "Kod: X_Y · Holat: 409 · Xato raqami: 245",
      requestId: "req-1",
    });
  });

  it("the generic message when the server had none (R1-418, R2-445)", () => {
    expect(errorWords(new ApiError({ message: "", status: 500 }))?.title).toBe("Biror narsa noto'g'ri ketdi");
  });

  it("name and message of an error that is not the server's (R1-412, R2-442)", () => {
    expect(errorWords(new RangeError("too far"))).toEqual({ title: "RangeError", detail: "too far" });
  });

  it("nothing for a TypeError (R1-413, R2-443), nor for a call that was stopped", () => {
    expect(errorWords(new TypeError("x is undefined"))).toBeNull();
    expect(errorWords(new DOMException("stopped", "AbortError"))).toBeNull();
  });

  it("the unknown text for what is no error at all (R1-414, R1-419, R2-446)", () => {
    expect(errorWords("boom")?.title).toBe("Noma'lum xato");
  });

  it("no internet when there was no answer", () => {
    expect(errorWords(new NoAnswer("req-2", null))?.title).toBe("Internet bilan biron muammo bor.");
  });

  it("an unexpected answer, with its request id if any, when a success was no JSON", () => {
    const title = "Server kutilmagan javob berdi.";
    expect(errorWords(new UnexpectedAnswer(new Response("")))).toEqual({ title });
    const named = new Response("", { headers: { "X-Request-Id": "req-7" } });
    expect(errorWords(new UnexpectedAnswer(named))).toEqual({ title, requestId: "req-7" });
  });

  it("that a file did not come, before why (R1-425)", () => {
    const error = new ApiError({ message: "Avval oching", status: 409, requestId: "req-3" });
    expect(fileErrorWords(error)).toEqual({
      title: "Faylni yuklab olishda xato yuz berdi",
      detail: "Avval oching\nHolat: 409",
      requestId: "req-3",
    });
    expect(fileErrorWords(new DOMException("stopped", "AbortError"))).toBeNull();
  });
});
