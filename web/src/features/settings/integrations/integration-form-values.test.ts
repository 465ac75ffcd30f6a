import { describe, expect, it } from "vitest";
import type { Integration } from "@/api/types";
import { isStoredSecret, missingFields, toFormValues, toRequestValues } from "./integration-form-values";

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
  it("the form begins with the stored values, never with a secret", () => {
    expect(toFormValues(sms)).toEqual({ adapter: "eskiz", password: "", from: "Ziyo", centre: "Ziyo" });
  });

  it("the form begins with the adapter's defaults where nothing is stored", () => {
    expect(toFormValues({ ...sms, adapter: "", values: {} })).toEqual({
      adapter: "log",
      password: "",
      from: "4546",
      centre: "Markaz",
    });
  });

  it("only the chosen adapter's fields are sent, and a secret only where one was typed", () => {
    const values = toFormValues(sms);
    expect(toRequestValues(sms, values)).toEqual({ from: "Ziyo", centre: "Ziyo" });
    expect(toRequestValues(sms, { ...values, password: "new" })).toEqual({
      password: "new",
      from: "Ziyo",
      centre: "Ziyo",
    });
    expect(toRequestValues(sms, { ...values, adapter: "log" })).toEqual({ centre: "Ziyo" });
  });

  it("generated fields are never sent, and a key file only where one was chosen", () => {
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
    expect(toRequestValues(push, toFormValues(push))).toEqual({ contact: "a@b.uz" });
    expect(missingFields(push, toFormValues(push))).toEqual([]);
    expect(toRequestValues(push, { ...toFormValues(push), adapter: "fcm" })).toEqual({});
    expect(missingFields(push, { ...toFormValues(push), adapter: "fcm" })).toEqual(["serviceAccount"]);
    expect(toRequestValues(push, { adapter: "fcm", serviceAccount: "{}" })).toEqual({ serviceAccount: "{}" });
  });

  it("a secret is required only where none is stored for this adapter", () => {
    expect(missingFields(sms, toFormValues(sms))).toEqual([]);
    expect(isStoredSecret(sms, "log", "password")).toBe(false);
    expect(missingFields({ ...sms, values: {} }, { ...toFormValues(sms), from: " " })).toEqual(["password", "from"]);
  });
});
