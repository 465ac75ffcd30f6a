import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { Menu, MenuCheck, MenuItem } from "./menu";

const picked = vi.fn();
const checked = vi.fn();

async function open() {
  picked.mockClear();
  checked.mockClear();
  await renderScreen(() => (
    <Menu trigger={<button type="button">Amallar</button>}>
      <MenuItem onSelect={() => picked("edit")}>Tahrirlash</MenuItem>
      <MenuItem disabled onSelect={() => picked("no")}>
        Yopiq
      </MenuItem>
      <MenuCheck checked={false} onChange={checked}>
        Filiallar
      </MenuCheck>
      <MenuItem onSelect={() => picked("delete")}>O'chirish</MenuItem>
    </Menu>
  ));
  await user.press(screen.getByRole("button", { name: "Amallar" }), "ArrowDown");
}

const at = () => document.activeElement?.textContent;
const menu = () => screen.queryByRole("menu");

it("arrows, Home, End and first letters move between items and skip disabled ones", async () => {
  await open();
  expect(at()).toBe("Tahrirlash");
  await user.keyboard("{ArrowDown}");
  expect(at()).toBe("Filiallar");
  await user.keyboard("{End}");
  expect(at()).toBe("O'chirish");
  await user.keyboard("{ArrowDown}");
  expect(at()).toBe("Tahrirlash");
  await user.keyboard("{o}");
  expect(at()).toBe("O'chirish");
});

it("a choice acts, closes the menu and returns the focus", async () => {
  await open();
  await user.click(document.activeElement);
  expect(picked).toHaveBeenCalledWith("edit");
  expect(menu()).toBeNull();
  expect(at()).toBe("Amallar");
});

it("a check leaves the menu open, and a disabled item does nothing", async () => {
  await open();
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Filiallar" }));
  expect(checked).toHaveBeenCalledWith(true);
  await user.click(screen.getByRole("menuitem", { name: "Yopiq" }));
  expect(picked).not.toHaveBeenCalled();
  expect(menu()).not.toBeNull();
});

it("a disabled item has its reason below its name, an item that acts its hint at the right", async () => {
  await renderScreen(() => (
    <Menu trigger={<button type="button">Amallar</button>}>
      <MenuItem hint="Ctrl+E">Tahrirlash</MenuItem>
      <MenuItem disabled hint="Bu boshqa filiallarga ham tegishli">
        O'chirish
      </MenuItem>
    </Menu>
  ));
  await user.press(screen.getByRole("button", { name: "Amallar" }), "ArrowDown");
  const reason = screen.getByText("Bu boshqa filiallarga ham tegishli");
  expect(reason).toHaveClass("block");
  expect(reason.closest(".opacity-50, .aria-disabled\\:opacity-50")).toBeNull();
  expect(reason.parentElement).toHaveTextContent(/^O'chirish/);
  expect(screen.getByRole("menuitem", { name: /O'chirish/ })).toHaveTextContent(/tegishli$/);
  const hint = screen.getByText("Ctrl+E");
  expect(hint).not.toHaveClass("block");
  expect(hint.parentElement).toBe(screen.getByRole("menuitem", { name: /Tahrirlash/ }));
});

it("Escape closes only the menu", async () => {
  await open();
  const below = vi.fn();
  document.addEventListener("keydown", below, true);
  await user.keyboard("{Escape}");
  document.removeEventListener("keydown", below, true);
  expect(menu()).toBeNull();
  expect(below).not.toHaveBeenCalled();
  expect(at()).toBe("Amallar");
});

it("ArrowUp opens it at the last item; Tab closes it and focuses the button", async () => {
  await open();
  await user.keyboard("{Escape}");
  await user.keyboard("{ArrowUp}");
  expect(at()).toBe("O'chirish");
  await user.keyboard("{Tab}");
  expect(menu()).toBeNull();
  expect(at()).toBe("Amallar");
});
