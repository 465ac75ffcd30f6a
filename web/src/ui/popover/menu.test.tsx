import { afterEach, expect, it, vi } from "vitest";
import { click, named, press, show, strike } from "@/testing/stage";
import { Menu, MenuCheck, MenuItem } from "./menu";

afterEach(strike);

const picked = vi.fn();
const checked = vi.fn();

async function open() {
  picked.mockClear();
  checked.mockClear();
  await show(() => (
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
  await press(named("Amallar"), "ArrowDown");
}

const at = () => document.activeElement?.textContent;
const menu = () => document.querySelector("[role=menu]");

it("arrows, Home, End and first letters move in it and pass over what is disabled", async () => {
  await open();
  expect(at()).toBe("Tahrirlash");
  await press(document.activeElement, "ArrowDown");
  expect(at()).toBe("Filiallar");
  await press(document.activeElement, "End");
  expect(at()).toBe("O'chirish");
  await press(document.activeElement, "ArrowDown");
  expect(at()).toBe("Tahrirlash");
  await press(document.activeElement, "o");
  expect(at()).toBe("O'chirish");
});

it("a choice acts, closes and gives the focus back", async () => {
  await open();
  await click(document.activeElement);
  expect(picked).toHaveBeenCalledWith("edit");
  expect(menu()).toBeNull();
  expect(at()).toBe("Amallar");
});

it("a check stays open; what is disabled does nothing", async () => {
  await open();
  await click(named("Filiallar"));
  expect(checked).toHaveBeenCalledWith(true);
  await click(named("Yopiq"));
  expect(picked).not.toHaveBeenCalled();
  expect(menu()).not.toBeNull();
});

it("Escape closes it and nothing else", async () => {
  await open();
  const below = vi.fn();
  document.addEventListener("keydown", below, true);
  await press(document.activeElement, "Escape");
  document.removeEventListener("keydown", below, true);
  expect(menu()).toBeNull();
  expect(below).not.toHaveBeenCalled();
  expect(at()).toBe("Amallar");
});
