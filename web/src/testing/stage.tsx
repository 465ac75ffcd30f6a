/** A stage for tests: a screen in a router at an address, and a server that answers by path. The console's own code is all real. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, type ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { cache } from "@/api/cache";
import { writeTokens } from "@/api/tokens";
import { forgetPreferences } from "@/ui/preferences/preferences";

export interface Call {
  verb: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}
export interface Told {
  status?: number;
  data?: unknown;
  /** Of a refusal: code, errId, message, fields. */
  refusal?: Record<string, unknown>;
}

let root: Root | null = null;

/** Answers every call; returns the list of the calls made, which grows. */
export function serve(answer: (call: Call) => Told | Promise<Told>): Call[] {
  const calls: Call[] = [];
  writeTokens({ accessToken: "a", refreshToken: "r" });
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    const url = new URL(request.url);
    const text = await request.text();
    const call: Call = {
      verb: request.method,
      path: url.pathname.replace("/api/staff", ""),
      query: url.searchParams,
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
    };
    calls.push(call);
    const { status = 200, data = {}, refusal } = await answer(call);
    const body = refusal ? { success: false, status, message: "So'z", ...refusal } : { success: true, data };
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  });
  return calls;
}

export interface Shown {
  page: HTMLElement;
  /** The path and query shown now. */
  address: () => string;
  back: () => Promise<void>;
}

/** Shows the screen at an address (`pattern` where the address has parameters); any other address is empty. */
export async function show(Screen: ComponentType, at = "/", pattern?: string): Promise<Shown> {
  const page = document.createElement("div");
  document.body.append(page);
  const path = pattern ?? at.split("?")[0] ?? "/";
  const router = createMemoryRouter(
    [
      { path, Component: Screen },
      { path: "*", Component: () => null },
    ],
    { initialEntries: [at] },
  );
  root = createRoot(page);
  await act(async () => {
    root?.render(
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  await settle();
  return {
    page,
    address: () => router.state.location.pathname + decodeURIComponent(router.state.location.search),
    back: async () => {
      await act(() => router.navigate(-1));
      await settle();
    },
  };
}

const realWait = setTimeout;
const breath = (milliseconds: number) => new Promise((done) => realWait(done, milliseconds));

/** Stops the clock; from then on it goes by `settle` alone. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
}

const BREATHS = 40;

/** Lets the clock go on by so much, and answers come and be drawn. */
export async function settle(milliseconds = 0): Promise<void> {
  await act(async () => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(milliseconds);
    else await breath(milliseconds);
  });
  for (let breaths = 0; breaths < BREATHS; breaths += 1) {
    await act(async () => {
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1);
      await breath(2);
      await vi.dynamicImportSettled();
    });
    if (breaths > 4 && cache.isFetching() + cache.isMutating() === 0) return;
  }
}

export async function press(element: Element | null | undefined, key: string): Promise<void> {
  await act(async () => {
    element?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  await settle();
}

export async function click(element: Element | null | undefined): Promise<void> {
  if (!element) throw new Error("nothing to click");
  await act(async () => {
    (element as HTMLElement).click();
  });
  await settle();
}

/** Chooses in a plain select. */
export async function choose(field: HTMLSelectElement, value: string): Promise<void> {
  await act(async () => {
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
}

/** Types into a field as a person would: the value and the events. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  await act(async () => {
    set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** The button, link or field with this name, as readers hear it. */
export function named(name: string, within: ParentNode = document): HTMLElement | null {
  const all = [...within.querySelectorAll<HTMLElement>("button, a, [role], input")];
  return all.find((one) => (one.getAttribute("aria-label") ?? one.textContent?.trim()) === name) ?? null;
}

/** Takes everything down again. */
export async function strike(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  cache.clear();
  forgetPreferences();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
