/** What belongs to the centre is shown to a person of one branch with the reason why it can't be changed (D-153). */
import { screen } from "@testing-library/react";
import { act, type ComponentType } from "react";
import { describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { BranchesScreen } from "@/features/branches/branches-screen";
import { TemplatesScreen } from "@/features/messaging/templates-screen";
import { IntegrationsScreen } from "@/features/settings/integrations/integrations-screen";
import { StatusScreen } from "@/features/settings/status-screen";
import { StatusesScreen } from "@/features/settings/statuses-screen";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";

const EVERY = ["create", "read", "update", "delete"];
const held = (name: string, ...options: string[]) => ({
  name,
  permissions: [],
  children: options.map((option) => ({ name: option, permissions: EVERY, children: [] })),
});
const RIGHTS = [held("settings", "student_statutes", "integrations"), held("staff_control", "offices")];
const STATUS = { id: 1, name: "Faol", displayName: "Faol", countsInStatistics: true };
const CARD = { ...STATUS, displayName: { uz: "Faol", ru: "Активный", en: "Active" }, version: 1 };
const ENTRY = {
  ...{ key: "a7", at: "2026-11-20T20:30:00Z", actorId: 3, actorName: "Rahimova Dilnoza", auditId: 7, runId: null },
  ...{ comment: "Talaba holati o'zgartirildi", changes: [], masked: false, takeable: true, whyNot: null },
};
const TELEPHONY = {
  ...{ kind: "telephony", adapter: "onlinepbx", values: { url: "https://pbx.uz" }, fixed: false, demo: false },
  ...{ adapters: [{ name: "onlinepbx", fields: [] }], version: 1, updatedAt: null, updatedBy: null },
};
const TEMPLATE = { id: 2, name: "Salom", text: "Salom, {name}!", purpose: null, parts: 1, encoding: "gsm", version: 1 };

function server(allOffices: boolean) {
  const answers: Record<string, unknown> = {
    "/profile": { id: 1, login: "a", role: {}, offices: [], allOffices, timeZone: "Asia/Tashkent" },
    "/roles/permission-objects/mine": { permissionObjects: RIGHTS },
    "/offices": { offices: [{ id: 1, name: "Chilonzor", hOffice: null, version: 1 }] },
    "/control-actions": { controlActions: [STATUS] },
    "/control-actions/1": { controlAction: CARD },
    "/control-actions/1/history": { history: [ENTRY], total: 1 },
    "/integrations": { integrations: [TELEPHONY] },
    "/sms/templates": { templates: [TEMPLATE] },
  };
  return ({ path }: ApiCall): ApiReply => ({ data: answers[path] ?? {} });
}

async function open(Screen: ComponentType, allOffices: boolean, at: string, pattern = at): Promise<void> {
  mockApi(server(allOffices));
  await act(() => startSession());
  await renderScreen(Screen, { at, pattern });
}

const REASON = /barcha filiallarga biriktirilgan xodim/;
const button = (name: string) => screen.queryByRole("button", { name });
const forms = () => document.querySelectorAll("form").length;

describe("a person of one branch", () => {
  it("is told why no branch can be added", async () => {
    await open(BranchesScreen, false, "/branch-office");
    expect(button("Filial qo'shish")).toHaveAttribute("aria-disabled", "true");
    await user.click(button("Filial qo'shish") as HTMLElement);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(await screen.findByRole("tooltip")).toHaveTextContent(REASON);
  });

  it("reads the student statuses and can't edit one", async () => {
    await open(StatusesScreen, false, "/settings/student-statuses");
    expect(screen.getByRole("note")).toHaveTextContent(REASON);
    expect(screen.queryByRole("link", { name: "Faol" })).not.toBeInTheDocument();
    await open(StatusScreen, false, "/settings/student-statuses/1/edit", "/settings/student-statuses/:id/edit");
    expect(forms()).toBe(0);
    expect(document.body).toHaveTextContent("Активный");
    expect(button("Ortga qaytarish")).not.toBeInTheDocument();
  });

  it("reads the connections and can neither change nor test one", async () => {
    await open(IntegrationsScreen, false, "/integrations");
    expect(screen.getByRole("note")).toHaveTextContent(REASON);
    expect(document.body).toHaveTextContent("https://pbx.uz");
    expect(forms()).toBe(0);
    expect(button("Ulanishni tekshirish")).not.toBeInTheDocument();
  });

  it("reads the message templates and can't change one", async () => {
    await open(TemplatesScreen, false, "/sms-templates?edit=2", "/sms-templates");
    expect(screen.getByRole("note")).toHaveTextContent(REASON);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(button("Shablon qo'shish")).toHaveAttribute("aria-disabled", "true");
  });
});

describe("a person of all branches", () => {
  it("changes a student status, and reverts a change of it", async () => {
    await open(StatusScreen, true, "/settings/student-statuses/1/edit", "/settings/student-statuses/:id/edit");
    expect(forms()).toBe(1);
    expect(button("Ortga qaytarish")).toBeInTheDocument();
  });

  it("adds message templates", async () => {
    await open(TemplatesScreen, true, "/sms-templates");
    expect(button("Shablon qo'shish")).not.toHaveAttribute("aria-disabled");
    expect(screen.queryByRole("note")).not.toBeInTheDocument();
  });

  it("adds branches", async () => {
    await open(BranchesScreen, true, "/branch-office");
    expect(button("Filial qo'shish")).not.toHaveAttribute("aria-disabled");
  });
});
