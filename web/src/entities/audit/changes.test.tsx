import { screen, within } from "@testing-library/react";
import { act } from "react";
import { expect, it } from "vitest";
import { writeTokens } from "@/api/tokens";
import type { AuditChange } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { Changes } from "./changes";
import { RecordLink } from "./record-page";

const EMPTY: AuditChange = { field: "x", label: "", before: null, after: null, added: [], removed: [], referents: [] };

async function show(change: Partial<AuditChange>) {
  const rights = [
    { name: "users", permissions: [], children: [{ name: "students", permissions: ["read"], children: [] }] },
    { name: "staff_control", permissions: [], children: [{ name: "offices", permissions: ["read"], children: [] }] },
  ];
  mockApi(() => ({ data: { permissionObjects: rights } }));
  await act(() => startSession());
  return renderScreen(() => <Changes changes={[{ ...EMPTY, ...change }]} />);
}

it("a record that a change names is a link to its page", async () => {
  await show({
    label: "Filiallar",
    added: ["Chilonzor"],
    removed: ["Filial №7"],
    referents: [{ entity: "office", id: 3, name: "Chilonzor" }],
  });
  expect(screen.getByRole("link", { name: "Chilonzor" })).toHaveAttribute("href", "/branch-office?value=Chilonzor");
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

it("the student of a mark is a link in the label", async () => {
  await show({
    label: "Belgi: Karimova Shahzoda",
    before: "Keldi",
    after: "Kechikdi",
    referents: [{ entity: "student", id: 7, name: "Karimova Shahzoda" }],
  });
  expect(screen.getByRole("term")).toHaveTextContent("Belgi: Karimova Shahzoda");
  expect(screen.getByRole("link", { name: "Karimova Shahzoda" })).toHaveAttribute("href", "/students/7");
});

it("of a long set the first three are shown and the rest when asked for", async () => {
  await show({ label: "Talabalar", added: ["Ali", "Bobur", "Gulnora", "Dilshod", "Jasur", "Kamola"] });
  const value = screen.getByRole("definition");
  expect(within(value).queryByText("Dilshod")).toBeNull();
  await user.click(screen.getByRole("button", { name: "va yana 3 ta" }));
  expect(within(value).getByText("Kamola")).toBeVisible();
});

it("a broadcast is a link for its sender alone: nobody else sees its results", async () => {
  mockApi(({ path }) => ({
    data:
      path === "/profile"
        ? { id: 4, login: "n", role: {}, offices: [] }
        : {
            permissionObjects: [
              { name: "users", permissions: [], children: [{ name: "students", permissions: ["read"], children: [] }] },
            ],
          },
  }));
  writeTokens({ accessToken: "a", refreshToken: "r" });
  await act(() => startSession());
  await renderScreen(() => (
    <>
      <RecordLink record={{ entity: "sms_batch", id: 7, name: "Ertaga dars yo'q", actorId: 4 }} />
      <RecordLink record={{ entity: "sms_batch", id: 8, name: "Bayram bilan", actorId: 5 }} />
    </>
  ));
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/students/sms/7"]);
  expect(document.body).toHaveTextContent("Bayram bilan");
});
