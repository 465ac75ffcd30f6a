import { screen } from "@testing-library/react";
import { act } from "react";
import { expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { RowMenu } from "@/ui/table/row-menu";
import { LoginDialog } from "./account-dialogs";
import { useStudentActions } from "./use-student-actions";

it("a student's login is shown with a button that copies it (R1-043)", async () => {
  mockApi(() => ({}));
  const student = sample("StudentCard", { id: 5, fullName: "Karimov Aziz", login: "aziz.karimov" });
  await renderScreen(() => <LoginDialog student={student} onClose={() => undefined} />);
  expect(screen.getByRole("dialog")).toHaveTextContent("aziz.karimov");
  await user.click(screen.getByRole("button", { name: "Loginni nusxalash" }));
  expect(await navigator.clipboard.readText()).toBe("aziz.karimov");
});

it.each([
  ["aziz.karimov", null],
  [null, "true"],
])("the login %j is sent only where there is one, and the menu says why not", async (login, disabled) => {
  const rights = [
    { name: "users", permissions: [], children: [{ name: "students", permissions: ["read", "update"], children: [] }] },
  ];
  const profile = { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" };
  mockApi(({ path }) => ({ data: path === "/profile" ? profile : { permissionObjects: rights } }));
  await act(() => startSession());
  const student = sample("StudentCard", { id: 5, fullName: "Karimov Aziz", login });
  const Menu = () => <RowMenu name="Karimov Aziz" actions={useStudentActions().of(student)} />;
  await renderScreen(Menu);
  await user.click(screen.getByRole("button", { name: "Karimov Aziz: amallar" }));
  const item = screen.getByRole("menuitem", { name: /^Loginni yuborish/ });
  expect(item.getAttribute("aria-disabled")).toBe(disabled);
  if (disabled) expect(item).toHaveTextContent("Talabaning logini yo'q");
});
