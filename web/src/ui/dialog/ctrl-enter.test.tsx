import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "./confirm-dialog";
import { Dialog } from "./dialog";
import { ReasonDialog } from "./reason-dialog";
import { SidePanel } from "./side-panel";

let pressed: string[];
const press = (what: string) => () => {
  pressed.push(what);
};
const none = () => undefined;
const field = () => screen.getByRole<HTMLInputElement>("textbox");
const ctrlEnter = () => user.keyboard("{Control>}{Enter}{/Control}");

const Buttons = ({ disabled = false }) => (
  <>
    <Button onClick={press("cancel")}>Bekor qilish</Button>
    <Button look="main" disabled={disabled} onClick={press("main")}>
      Saqlash
    </Button>
  </>
);

beforeEach(() => {
  pressed = [];
});

describe("Ctrl+Enter", () => {
  it("is heard while the first field is not ready: the focus is in the dialog, not behind it", async () => {
    await renderScreen(() => (
      <Dialog open title="SMS" onClose={press("closed")} actions={<Buttons />}>
        <textarea data-autofocus disabled aria-label="Matn" />
      </Dialog>
    ));
    expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
    await ctrlEnter();
    expect(pressed).toEqual(["main"]);
  });

  it("confirms a reason from within the text, and a blank one stays a blank one", async () => {
    await renderScreen(() => (
      <ReasonDialog
        open
        title="Bloklansinmi?"
        label="Sabab"
        confirm="Bloklash"
        danger
        onClose={press("closed")}
        onConfirm={(reason) => pressed.push(reason)}
      />
    ));
    field().focus();
    await ctrlEnter();
    expect(pressed).toEqual([]);
    expect(field()).toHaveAttribute("aria-invalid", "true");
    await user.fill(field(), "to'lamadi");
    await ctrlEnter();
    expect(pressed).toEqual(["to'lamadi", "closed"]);
  });

  it("presses the main button of a dialog with a text field, wherever the focus is in it", async () => {
    await renderScreen(() => (
      <Dialog open title="Xabar" onClose={none} actions={<Buttons />}>
        <textarea aria-label="Matn" />
      </Dialog>
    ));
    field().focus();
    await ctrlEnter();
    screen.getByRole("button", { name: "Bekor qilish" }).focus();
    await ctrlEnter();
    expect(pressed).toEqual(["main", "main"]);
  });

  it("submits the form of a dialog and of a side panel", async () => {
    const form = (name: string) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          pressed.push(name);
        }}
      >
        <input aria-label={name} />
        <Button type="submit" look="main">
          Saqlash
        </Button>
      </form>
    );
    function Screen() {
      const [first, setFirst] = useState(true);
      return first ? (
        <Dialog open title="Oyna" onClose={() => setFirst(false)}>
          {form("dialog")}
        </Dialog>
      ) : (
        <SidePanel open title="Panel" onClose={none}>
          {form("panel")}
        </SidePanel>
      );
    }
    await renderScreen(Screen);
    field().focus();
    await ctrlEnter();
    await user.keyboard("{Escape}");
    field().focus();
    await ctrlEnter();
    expect(pressed).toEqual(["dialog", "panel"]);
  });

  it("does nothing while the main button is disabled, nor with a plain Enter", async () => {
    await renderScreen(() => (
      <Dialog open title="Xabar" onClose={none} actions={<Buttons disabled />}>
        <input aria-label="Matn" />
      </Dialog>
    ));
    field().focus();
    await ctrlEnter();
    await user.keyboard("{Enter}");
    expect(pressed).toEqual([]);
  });

  it("does not confirm a question without a text field, where *cancel* comes first", async () => {
    await renderScreen(() => (
      <ConfirmDialog
        open
        title="O'chirilsinmi?"
        confirm="O'chirish"
        danger
        onClose={none}
        onConfirm={press("deleted")}
      />
    ));
    screen.getByRole("button", { name: "Bekor qilish" }).focus();
    await ctrlEnter();
    expect(pressed).toEqual([]);
  });

  it("in a question above a dialog leaves the dialog below alone", async () => {
    await renderScreen(() => (
      <Dialog open title="Xabar" onClose={none} actions={<Buttons />}>
        <input aria-label="Matn" />
        <ReasonDialog
          open
          title="Bloklansinmi?"
          label="Sabab"
          confirm="Bloklash"
          onClose={none}
          onConfirm={(reason) => pressed.push(reason)}
        />
      </Dialog>
    ));
    const reason = screen.getByRole("textbox", { name: "Sabab" });
    await user.fill(reason, "sabab");
    reason.focus();
    await ctrlEnter();
    expect(pressed).toEqual(["sabab"]);
  });

  it("with ⌘ does the same", async () => {
    await renderScreen(() => (
      <Dialog open title="Xabar" onClose={none} actions={<Buttons />}>
        <textarea aria-label="Matn" />
      </Dialog>
    ));
    field().focus();
    await user.keyboard("{Meta>}{Enter}{/Meta}");
    expect(pressed).toEqual(["main"]);
  });
});
