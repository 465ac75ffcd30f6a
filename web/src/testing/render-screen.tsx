/** Renders a screen in a router and the console's query cache. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { cache } from "@/api/cache";
import { waitForIdle } from "./clock";

interface Options {
  /** The path and query that the router starts at. */
  at?: string;
  /** The route's path, where `at` has parameters. */
  pattern?: string;
  /** The address that was open before. */
  before?: string;
}

export interface RenderedScreen {
  container: HTMLElement;
  /** The path and query of the router now. */
  address: () => string;
  back: () => Promise<void>;
}

/** Renders the screen at an address and waits for its data; any other address is empty. */
export async function renderScreen(
  Screen: ComponentType,
  { at = "/", pattern, before }: Options = {},
): Promise<RenderedScreen> {
  const path = pattern ?? at.split("?")[0] ?? "/";
  const router = createMemoryRouter(
    [
      { path, Component: Screen },
      { path: "*", Component: () => null },
    ],
    { initialEntries: before ? [before, at] : [at] },
  );
  const { container } = render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitForIdle();
  return {
    container,
    address: () => router.state.location.pathname + decodeURIComponent(router.state.location.search),
    back: async () => {
      await act(() => router.navigate(-1));
      await waitForIdle();
    },
  };
}
