import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { mockApi } from "@/testing/mock-api";
import { usePagedAddress } from "./use-paged-address";

function List() {
  const { put, page, perPage, pager } = usePagedAddress("a-list", 30);
  return (
    <>
      <p>{`page ${page} of ${perPage}`}</p>
      <button type="button" onClick={() => put({ value: "Ali" })}>
        search
      </button>
      <button type="button" onClick={() => put({ value: "" })}>
        clear
      </button>
      <button type="button" onClick={() => pager.onPage(3)}>
        third
      </button>
      <button type="button" onClick={() => pager.onPage(1)}>
        first
      </button>
      <button type="button" onClick={() => pager.onResize(50)}>
        fifty
      </button>
    </>
  );
}

describe("a paged list of an address", () => {
  beforeEach(() => void mockApi(() => ({})));

  function open(address: string) {
    const router = createMemoryRouter([{ path: "/", element: <List /> }], { initialEntries: [address] });
    render(<RouterProvider router={router} />);
    const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
    return { press, address: () => router.state.location.search };
  }

  it("turns pages beside the filters, and does not write the first one", () => {
    const { press, address } = open("/?tab=4&value=Ali");
    press("third");
    expect(address()).toBe("?tab=4&value=Ali&page=3");
    screen.getByText("page 3 of 30");
    press("first");
    expect(address()).toBe("?tab=4&value=Ali");
  });

  it("a changed filter begins at the first page", () => {
    const { press, address } = open("/?tab=4&page=3");
    press("search");
    expect(address()).toBe("?tab=4&value=Ali");
    press("clear");
    expect(address()).toBe("?tab=4");
  });

  it("another page size is remembered, and begins at the first page", () => {
    const { press, address } = open("/?page=3");
    press("fifty");
    expect(address()).toBe("");
    screen.getByText("page 1 of 50");
  });

  it.each(["0", "-2", "none"])("page %s is the first", (page) => {
    open(`/?page=${page}`);
    screen.getByText("page 1 of 30");
  });
});
