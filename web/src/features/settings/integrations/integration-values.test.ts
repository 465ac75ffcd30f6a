import { describe, expect, it } from "vitest";
import type { Integration } from "@/api/types";
import { isKept, missingOf, sentOf, valuesOf } from "./integration-values";

const field = (name: string, type: "text" | "secret" | "link" | "document", initial = "", made = false) => ({
  name,
  type,
  required: !made,
  default: initial,
  made,
});
const sms: Integration = {
  kind: "sms",
  adapter: "eskiz",
  adapters: [
    { name: "log", fields: [field("centre", "text", "Markaz")] },
    {
      name: "eskiz",
      fields: [field("password", "secret"), field("from", "text", "4546"), field("centre", "text", "Markaz")],
    },
  ],
  values: { password: "••••", from: "Ziyo", centre: "Ziyo" },
  fixed: false,
  demo: false,
  version: 2,
  updatedAt: null,
  updatedBy: null,
};

describe("a connection in its form (D-39)", () => {
  it("begins with what is saved, and never with a secret", () => {
    expect(valuesOf(sms)).toEqual({ adapter: "eskiz", password: "", from: "Ziyo", centre: "Ziyo" });
  });

  it("begins with the adapter's own words where nothing is saved", () => {
    expect(valuesOf({ ...sms, adapter: "", values: {} })).toEqual({
      adapter: "log",
      password: "",
      from: "4546",
      centre: "Markaz",
    });
  });

  it("sends the chosen adapter's fields alone, and a secret only where one was typed", () => {
    const values = valuesOf(sms);
    expect(sentOf(sms, values)).toEqual({ from: "Ziyo", centre: "Ziyo" });
    expect(sentOf(sms, { ...values, password: "new" })).toEqual({ password: "new", from: "Ziyo", centre: "Ziyo" });
    expect(sentOf(sms, { ...values, adapter: "log" })).toEqual({ centre: "Ziyo" });
  });

  it("sends nothing that the console makes itself, and a key file only where one was chosen", () => {
    const push: Integration = {
      ...sms,
      kind: "push",
      adapter: "webpush",
      adapters: [
        { name: "webpush", fields: [field("contact", "text"), field("publicKey", "text", "", true)] },
        { name: "fcm", fields: [field("serviceAccount", "document")] },
      ],
      values: { contact: "a@b.uz", publicKey: "BPub" },
    };
    expect(sentOf(push, valuesOf(push))).toEqual({ contact: "a@b.uz" });
    expect(missingOf(push, valuesOf(push))).toEqual([]);
    expect(sentOf(push, { ...valuesOf(push), adapter: "fcm" })).toEqual({});
    expect(missingOf(push, { ...valuesOf(push), adapter: "fcm" })).toEqual(["serviceAccount"]);
    expect(sentOf(push, { adapter: "fcm", serviceAccount: "{}" })).toEqual({ serviceAccount: "{}" });
  });

  it("asks for a secret only where none is saved for this adapter", () => {
    expect(missingOf(sms, valuesOf(sms))).toEqual([]);
    expect(isKept(sms, "log", "password")).toBe(false);
    expect(missingOf({ ...sms, values: {} }, { ...valuesOf(sms), from: " " })).toEqual(["password", "from"]);
  });
});
