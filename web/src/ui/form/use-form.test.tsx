import { screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { useChange } from "@/api/use-change";
import { anythingUnsaved } from "@/lib/unsaved";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { resetScreen } from "@/testing/reset-screen";
import { user } from "@/testing/user";
import { Form, SubmitButton } from "./form";
import { TextField } from "./text-field";
import { useForm } from "./use-form";

let unsavedWhenSaved: boolean | undefined;
let saves = 0;
const START = { login: "aziz", password: "" };

function Screen() {
  const saving = useChange("post", "/auth/sign-in", { quiet: true });
  const form = useForm({
    start: START,
    draft: "sign",
    limits: { login: { required: true, maxLength: 8 } },
    saving,
    send: (values) => saving.run({ body: values }),
    onSaved: () => {
      saves += 1;
      unsavedWhenSaved = anythingUnsaved();
    },
  });
  return (
    <Form of={form} label="Kirish">
      <TextField name="login" label="Login" help="Qisqa" />
      <TextField name="password" label="Parol" />
      <SubmitButton>Saqlash</SubmitButton>
    </Form>
  );
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement;
const button = () => screen.getByRole("button", { name: "Saqlash" }) as HTMLButtonElement;
const errorBeside = (name: string) => {
  const words = field(name).getAttribute("aria-describedby");
  return field(name).getAttribute("aria-invalid") === "true" && words
    ? document.getElementById(words)?.textContent
    : null;
};
const submit = async () => {
  await act(async () => document.querySelector("form")?.requestSubmit());
  await waitForIdle();
};
const fail = (fields: Record<string, string[]>): ApiReply => ({ status: 422, refusal: { code: "INVALID", fields } });

afterEach(() => {
  saves = 0;
});

describe("a form", () => {
  it("can't be sent while nothing changed, and counts as unsaved once something did", async () => {
    mockApi(() => ({}));
    await renderScreen(Screen);
    expect(button().disabled).toBe(true);
    expect(anythingUnsaved()).toBe(false);
    await user.fill(field("login"), "aziza");
    expect(button().disabled).toBe(false);
    expect(anythingUnsaved()).toBe(true);
    await user.fill(field("login"), "aziz");
    expect(button().disabled).toBe(true);
  });

  it("says a broken limit beside its field and sends nothing", async () => {
    const calls = mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("login"), "much-too-long");
    await submit();
    expect(errorBeside("login")).toBe("Ko'pi bilan 8 ta belgi yozing");
    expect(calls).toHaveLength(0);
  });

  it("shows all the server's words beside the fields, keeps what was typed, and drops a word when its field is mended (D-3)", async () => {
    mockApi(() => fail({ login: ["band", "boshqasini tanlang"], password: ["qisqa"] }));
    await renderScreen(Screen);
    await user.fill(field("login"), "aziza");
    await submit();
    expect(errorBeside("login")).toBe("band boshqasini tanlang");
    expect(errorBeside("password")).toBe("qisqa");
    expect(field("login").value).toBe("aziza");
    await user.fill(field("login"), "azizbek");
    expect(errorBeside("login")).toBeNull();
    expect(errorBeside("password")).toBe("qisqa");
  });

  it("sends one Idempotency-Key for one submission, also when it is sent again after silence (D-8)", async () => {
    let silent = true;
    const calls = mockApi(() => (silent ? { status: 503, refusal: { code: "AWAY" } } : {}));
    await renderScreen(Screen);
    await user.fill(field("login"), "aziza");
    await submit();
    silent = false;
    await submit();
    const keys = calls.map((call: ApiCall) => call.headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[0]).toBe(keys[1]);
    expect(anythingUnsaved()).toBe(false);
  });

  it("is sent and said to be saved once by a double click (D-8)", async () => {
    const calls = mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("login"), "aziza");
    await act(async () => {
      button().click();
      button().click();
    });
    await waitForIdle();
    expect(calls).toHaveLength(1);
    expect(saves).toBe(1);
  });

  it("is nothing unsaved from the moment it is saved, so that its screen may be left at once", async () => {
    mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("login"), "aziza");
    await submit();
    expect(unsavedWhenSaved).toBe(false);
  });

  it("brings back what was typed before a reload, until it is saved or let go", async () => {
    mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("login"), "aziza");
    const kept = sessionStorage.getItem("markaz.draft.sign");
    resetScreen();
    sessionStorage.setItem("markaz.draft.sign", kept ?? "");
    mockApi(() => ({}));
    const { container } = await renderScreen(Screen);
    expect(field("login").value).toBe("aziza");
    expect(container).toHaveTextContent("Saqlanmagan qoralama tiklandi.");
    expect(button().disabled).toBe(false);
    await user.click(screen.getByRole("button", { name: "Qoralamani o'chirish" }));
    expect(field("login").value).toBe("aziz");
    expect(sessionStorage.getItem("markaz.draft.sign")).toBeNull();
  });
});
