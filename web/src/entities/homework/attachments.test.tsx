/** A file that the server refuses. */
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { writeTokens } from "@/api/tokens";
import { loadNamespaces, switchLanguage } from "@/i18n/texts";
import { waitForIdle } from "@/testing/clock";
import { renderScreen } from "@/testing/render-screen";
import { Attachments } from "./attachments";

const REFUSAL = JSON.stringify({ success: false, status: 422, message: "Bu turdagi fayl qabul qilinmaydi" });
const shown = vi.fn();

class Refusing {
  status = 422;
  responseText = REFUSAL;
  upload = {};
  onload = () => {};
  open() {}
  setRequestHeader() {}
  getAllResponseHeaders = () => "";
  getResponseHeader = () => null;
  send() {
    queueMicrotask(() => this.onload());
  }
}

beforeEach(async () => {
  vi.stubGlobal("XMLHttpRequest", Refusing);
  Element.prototype.scrollIntoView = shown;
  writeTokens({ accessToken: "a", refreshToken: "r" });
  await switchLanguage("uz");
  await loadNamespaces(["homework"]);
});

it("is named in the refusal, which comes into view (R2-187)", async () => {
  await renderScreen(() => <Attachments path="/upload/homework-db-attachments" files={[]} onChange={() => {}} />);
  const file = new File(["MZ"], "dastur.exe");
  fireEvent.change(screen.getByLabelText("Fayllar", { selector: "input" }), { target: { files: [file] } });
  await waitForIdle();
  expect(shown.mock.instances).toEqual([screen.getByText("dastur.exe: Bu turdagi fayl qabul qilinmaydi")]);
});
