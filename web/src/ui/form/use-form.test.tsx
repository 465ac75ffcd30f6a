import { screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { useChange } from "@/api/use-change";
import { hasUnsaved } from "@/lib/unsaved";
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
      unsavedWhenSaved = hasUnsaved();
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

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole("button", { name: "Saqlash" }) as HTMLButtonElement;
const errorBeside = (label: string) => {
  const id = field(label).getAttribute("aria-describedby");
  return field(label).getAttribute("aria-invalid") === "true" && id ? document.getElementById(id)?.textContent : null;
};
const submit = async () => {
  await act(async () => (screen.getByRole("form") as HTMLFormElement).requestSubmit());
  await waitForIdle();
};
const fail = (fields: Record<string, string[]>): ApiReply => ({ status: 422, refusal: { code: "INVALID", fields } });

afterEach(() => {
  saves = 0;
});

describe("a form", () => {
  it("an unchanged form can't be sent, a changed one counts as unsaved", async () => {
    mockApi(() => ({}));
    await renderScreen(Screen);
    expect(button().disabled).toBe(true);
    expect(hasUnsaved()).toBe(false);
    await user.fill(field("Login"), "aziza");
    expect(button().disabled).toBe(false);
    expect(hasUnsaved()).toBe(true);
    await user.fill(field("Login"), "aziz");
    expect(button().disabled).toBe(true);
  });

  it("a broken limit is shown beside its field and nothing is sent", async () => {
    const calls = mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("Login"), "much-too-long");
    await submit();
    expect(errorBeside("Login")).toBe("Ko'pi bilan 8 ta belgi yozing");
    expect(calls).toHaveLength(0);
  });

  it("the server's errors are shown beside their fields with the typed values, and each disappears when its field changes (D-3)", async () => {
    mockApi(() => fail({ login: ["band", "boshqasini tanlang"], password: ["qisqa"] }));
    await renderScreen(Screen);
    await user.fill(field("Login"), "aziza");
    await submit();
    expect(errorBeside("Login")).toBe("band boshqasini tanlang");
    expect(errorBeside("Parol")).toBe("qisqa");
    expect(field("Login").value).toBe("aziza");
    await user.fill(field("Login"), "azizbek");
    expect(errorBeside("Login")).toBeNull();
    expect(errorBeside("Parol")).toBe("qisqa");
  });

  it("one submission has one Idempotency-Key, also when it is retried after a timeout (D-8)", async () => {
    let silent = true;
    const calls = mockApi(() => (silent ? { status: 503, refusal: { code: "AWAY" } } : {}));
    await renderScreen(Screen);
    await user.fill(field("Login"), "aziza");
    await submit();
    silent = false;
    await submit();
    const keys = calls.map((call: ApiCall) => call.headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[0]).toBe(keys[1]);
    expect(hasUnsaved()).toBe(false);
  });

  it("a double click sends once and confirms once (D-8)", async () => {
    const calls = mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("Login"), "aziza");
    await act(async () => {
      button().click();
      button().click();
    });
    await waitForIdle();
    expect(calls).toHaveLength(1);
    expect(saves).toBe(1);
  });

  it("a saved form is not unsaved, so its screen can be left at once", async () => {
    mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("Login"), "aziza");
    await submit();
    expect(unsavedWhenSaved).toBe(false);
  });

  it("what is typed while it is saved stays, and is unsaved", async () => {
    let answer = (_: ApiReply) => {};
    mockApi(() => new Promise<ApiReply>((done) => (answer = done)));
    await renderScreen(Screen);
    await user.fill(field("Login"), "aziza");
    await act(async () => (screen.getByRole("form") as HTMLFormElement).requestSubmit());
    await user.fill(field("Login"), "azizbek");
    await act(async () => answer({}));
    await waitForIdle();
    expect(saves).toBe(1);
    expect(field("Login").value).toBe("azizbek");
    expect(button().disabled).toBe(false);
    expect(hasUnsaved()).toBe(true);
    expect(sessionStorage.getItem("markaz.draft.sign")).toContain("azizbek");
    await user.fill(field("Login"), "aziza");
    expect(button().disabled).toBe(true);
  });

  it("a draft survives a reload until it is saved or discarded", async () => {
    mockApi(() => ({}));
    await renderScreen(Screen);
    await user.fill(field("Login"), "aziza");
    const draft = sessionStorage.getItem("markaz.draft.sign");
    resetScreen();
    sessionStorage.setItem("markaz.draft.sign", draft ?? "");
    mockApi(() => ({}));
    const { container } = await renderScreen(Screen);
    expect(field("Login").value).toBe("aziza");
    expect(container).toHaveTextContent("Saqlanmagan qoralama tiklandi.");
    expect(button().disabled).toBe(false);
    await user.click(screen.getByRole("button", { name: "Qoralamani o'chirish" }));
    expect(field("Login").value).toBe("aziz");
    expect(sessionStorage.getItem("markaz.draft.sign")).toBeNull();
  });
});
