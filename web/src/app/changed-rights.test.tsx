import { act, cleanup, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { PERMISSIONS_FRESH_MS, refetchPermissions, startSession, watchPermissions } from "@/entities/access/session";
import { deliver } from "@/lib/live/topics";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { Guarded } from "./guard";
import { followRights } from "./live";
import type { Screen } from "./screens";

const rights = (...permissions: string[]) => [
  { name: "users", permissions: [], children: [{ name: "students", permissions, children: [] }] },
];
const FORM: Screen = {
  path: "/students/add",
  permission: "users:students",
  action: "create",
  crumbs: [],
  namespaces: [],
  load: async () => () => null,
};
let held: string[];
let ends = () => {};

function centre({ path }: ApiCall) {
  if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
  if (path.endsWith("/mine")) return { data: { permissionObjects: rights(...held) } };
  if (path === "/students/all" && !held.includes("read")) return { status: 403, refusal: { code: "ACCESS_FORBIDDEN" } };
  return { data: { students: [], total: 0, count: 0 } };
}

function Buttons() {
  const list = useRead("/students/all");
  return (
    <>
      {useCan("users:students", "update") ? <button type="button">Tahrirlash</button> : null}
      <button type="button" onClick={list.refetch}>
        Yangilash
      </button>
      {list.state}
    </>
  );
}

function TypedForm() {
  const [text, setText] = useState("");
  return <input aria-label="Ism" value={text} onChange={(event) => setText(event.target.value)} />;
}

async function open(Shown: () => React.ReactNode) {
  fakeClock();
  const calls = mockApi(centre);
  await act(() => startSession());
  ends = watchPermissions();
  const rendered = await renderScreen(Shown, { at: "/students/add" });
  await waitForIdle(PERMISSIONS_FRESH_MS);
  return { ...rendered, read: () => calls.filter(({ path }) => path.endsWith("/mine")).length };
}

beforeEach(() => {
  held = ["create", "read", "update"];
});
afterEach(() => {
  ends();
  cleanup();
});

describe("rights that change while one works", () => {
  it("are read again at a rejection, and the buttons follow", async () => {
    await open(Buttons);
    expect(screen.getByRole("button", { name: "Tahrirlash" })).toBeInTheDocument();
    held = [];
    await user.click(screen.getByRole("button", { name: "Yangilash" }));
    await waitForIdle();
    expect(screen.queryByRole("button", { name: "Tahrirlash" })).toBeNull();
  });

  it("are read again when the person returns, once in a burst, and forbidden parts are read then", async () => {
    held = [];
    const { container, read } = await open(Buttons);
    expect(container).toHaveTextContent("forbidden");
    held = ["read", "update"];
    const before = read();
    act(() => {
      dispatchEvent(new Event("focus"));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await waitForIdle();
    expect(read()).toBe(before + 1);
    expect(screen.getByRole("button", { name: "Tahrirlash" })).toBeInTheDocument();
    expect(container).toHaveTextContent("ready");
  });

  it("are read again at once when the live stream tells of it (D-162)", async () => {
    const { read } = await open(Buttons);
    const before = read();
    held = [];
    const stop = followRights();
    act(() => deliver("rights"));
    await waitForIdle();
    stop();
    expect(read()).toBe(before + 1);
    expect(screen.queryByRole("button", { name: "Tahrirlash" })).toBeNull();
  });

  it("close a form that is open before more is typed, and keep what was typed", async () => {
    await open(() => (
      <Guarded screen={FORM}>
        <TypedForm />
      </Guarded>
    ));
    await user.fill(screen.getByRole<HTMLInputElement>("textbox", { name: "Ism" }), "Aziz");
    held = ["read"];
    await act(() => refetchPermissions());
    expect(screen.getByRole("alert")).toHaveTextContent("Yozganlaringiz shu yerda qoladi");
    expect(screen.getByRole("textbox", { name: "Ism" })).toBeDisabled();
    held = ["read", "create"];
    await act(() => refetchPermissions());
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("textbox", { name: "Ism" })).toBeEnabled();
    expect(screen.getByRole("textbox", { name: "Ism" })).toHaveValue("Aziz");
  });

  it("never open a form that was not open before", async () => {
    held = ["read"];
    await open(() => (
      <Guarded screen={FORM}>
        <TypedForm />
      </Guarded>
    ));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("heading")).toHaveTextContent("huquq mavjud emas");
  });
});
