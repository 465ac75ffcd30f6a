import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { CancelLink } from "./form";

const sources = import.meta.glob("/src/{features,entities}/**/*.tsx", {
  eager: true,
  query: "?raw",
  import: "default",
}) as Record<string, string>;

/** Forms that stand in a dialog or a panel, which close by themselves, or in a part of a page. */
const WITHOUT_CANCEL = [
  "attendance/holidays/holiday-form.tsx",
  "branches/branch-form.tsx",
  "courses/list/course-form.tsx",
  "courses/plan/topic-forms.tsx",
  "exams/form/deadline-dialog.tsx",
  "gamification/recompute-screen.tsx",
  "homework-database/lesson/homework-panel.tsx",
  "homework-database/tree/tree-dialogs.tsx",
  "homework/remarks/remarks-dialog.tsx",
  "messaging/template-form.tsx",
  "messaging/send-login-dialog.tsx",
  "people/students/actions/account-dialogs.tsx",
  "settings/integrations/integration-form.tsx",
  "videos/edit-video.tsx",
];

describe("cancel", () => {
  afterEach(() => history.replaceState(null, ""));

  it("stands beside the submit button of every page that adds or edits", () => {
    const forms = Object.entries(sources).filter(([, code]) => code.includes("<SubmitButton"));
    expect(forms.length).toBeGreaterThan(10);
    const without = forms.filter(([, code]) => !code.includes("<CancelLink")).map(([path]) => path);
    expect(without.map((path) => path.replace(/^\/src\/(features|entities)\//, "")).sort()).toEqual(
      [...WITHOUT_CANCEL].sort(),
    );
  });

  it("leads to the record where the address was opened directly", async () => {
    const { address } = await renderScreen(() => <CancelLink to="/students/5" />, { at: "/students/5/edit" });
    await user.click(screen.getByRole("link", { name: "Bekor qilish" }));
    expect(address()).toBe("/students/5");
  });

  it("leads to the page before, as it was left", async () => {
    history.replaceState({ idx: 1 }, "");
    const { address } = await renderScreen(() => <CancelLink to="/students/5" />, {
      at: "/students/5/edit",
      before: "/students?page=3",
    });
    await user.click(screen.getByRole("link", { name: "Bekor qilish" }));
    expect(address()).toBe("/students?page=3");
  });
});
