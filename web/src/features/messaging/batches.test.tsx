import { screen } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { writeTokens } from "@/api/tokens";
import { startSession } from "@/entities/access/session";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { onPhone } from "@/testing/viewport";
import { BatchScreen } from "./batch-screen";
import { BatchesScreen } from "./batches-screen";

const text = "Ertaga dars yo'q, {name}";
const NONE = { left: 0, waiting: 0, unknown: 0, sent: 0, logged: 0, delivered: 0, failed: 0 };

describe("the list of broadcasts", () => {
  const batch = { id: 7, text, createdAt: "2026-03-02T04:00:00Z", count: 3 };

  it.each([
    ["Yuborilmoqda", { left: 2, delivered: 1 }],
    ["Faqat server jurnalida", { sent: 3, logged: 3 }],
    ["Yetkazilmaganlari bor", { delivered: 2, failed: 1 }],
    ["Natijasi noma'lumlari bor", { delivered: 2, unknown: 1 }],
    ["Yuborildi", { sent: 1, delivered: 2 }],
    ["Yetkazildi", { delivered: 3 }],
  ])("says of each what matters first: %s", async (outcome, counts) => {
    mockApi((): ApiReply => ({ data: { batches: [{ ...batch, counts: { ...NONE, ...counts } }], total: 1 } }));
    await renderScreen(BatchesScreen, { at: "/students/sms" });
    expect(screen.getByRole("row", { name: new RegExp(text.replace(/[{}]/g, "\\$&")) })).toHaveTextContent(outcome);
  });

  it("does not count as sent what was only logged", async () => {
    const counts = { ...NONE, sent: 3, logged: 2, delivered: 4 };
    mockApi((): ApiReply => ({ data: { batches: [{ ...batch, count: 7, counts }], total: 1 } }));
    await renderScreen(BatchesScreen, { at: "/students/sms" });
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent?.trim());
    expect(screen.getAllByRole("cell")[heads.indexOf("Yuborilgan")]).toHaveTextContent(/^5$/);
  });

  it("waits for go-live on a copy, where nothing is being sent (D-159)", async () => {
    const counts = { ...NONE, left: 3 };
    mockApi(({ path }: ApiCall): ApiReply => {
      if (path === "/profile") return { data: { id: 1, login: "n", role: {}, offices: [], copy: true } };
      return { data: { permissionObjects: [], batches: [{ ...batch, counts }], total: 1 } };
    });
    writeTokens({ accessToken: "a", refreshToken: "r" });
    await act(() => startSession());
    await renderScreen(BatchesScreen, { at: "/students/sms" });
    expect(screen.getAllByRole("row")[1]).toHaveTextContent("Ishga tushirilishini kutmoqda");
    mockApi((): ApiReply => ({ data: { id: 1, login: "n", role: {}, offices: [], permissionObjects: [] } }));
    await act(() => startSession());
  });

  it("says on a phone, too, that some were not delivered of those only logged", async () => {
    onPhone();
    const counts = { ...NONE, sent: 2, logged: 2, failed: 1 };
    mockApi((): ApiReply => ({ data: { batches: [{ ...batch, counts }], total: 1 } }));
    await renderScreen(BatchesScreen, { at: "/students/sms" });
    expect(screen.getByRole("listitem")).toHaveTextContent("Faqat server jurnalida");
    expect(screen.getByRole("listitem")).toHaveTextContent("Yetkazilmagan: 1");
  });

  it("explains how the first one is sent", async () => {
    mockApi((): ApiReply => ({ data: { batches: [], total: 0 } }));
    await renderScreen(BatchesScreen, { at: "/students/sms" });
    expect(document.body).toHaveTextContent("Hali ommaviy SMS yubormagansiz");
    expect(screen.getByRole("link", { name: "Talabalarni tanlash" })).toHaveAttribute("href", "/students");
  });
});

describe("the results of a broadcast", () => {
  it("each delivery has its status, and the failed ones can be filtered", async () => {
    const rows = [
      { student: { id: 3, name: "Ali" }, phone: "998901112233", status: "sent", connected: true, problem: null },
      {
        student: { id: 5, name: "Nodira" },
        phone: "",
        status: "failed",
        connected: true,
        problem: "Telefon raqami yo'q",
      },
    ];
    const counts = { ...NONE, sent: 1, failed: 1 };
    mockApi(({ query }: ApiCall): ApiReply => {
      const shown = rows.filter(({ status }) => !query.get("status") || status === query.get("status"));
      return { data: { id: 7, text, count: 2, connected: true, counts, rows: shown, total: shown.length } };
    });
    const { container } = await renderScreen(BatchScreen, { at: "/students/sms/7", pattern: "/students/sms/:id" });
    expect(container).toHaveTextContent("Ali+998 90 111-22-33Yuborilgan");
    await user.click(screen.getByRole("button", { name: "Yetkazilmagan: 1" }));
    expect(container).toHaveTextContent("Telefon raqami yo'q");
    expect(container).not.toHaveTextContent("Ali");
  });

  it("what was only logged stays so after a provider was connected", async () => {
    const counts = { ...NONE, sent: 2, logged: 1 };
    const sent = { phone: "998901112233", status: "sent", problem: null };
    const rows = [
      { ...sent, student: { id: 3, name: "Ali" }, connected: false },
      { ...sent, student: { id: 5, name: "Nodira" }, connected: true },
    ];
    mockApi((): ApiReply => ({ data: { id: 7, text, count: 2, connected: true, counts, rows, total: 2 } }));
    const { container } = await renderScreen(BatchScreen, { at: "/students/sms/7", pattern: "/students/sms/:id" });
    const [logged, handedOver] = screen.getAllByRole("listitem");
    expect(logged).toHaveTextContent("Yuborilmagan, faqat server jurnalida");
    expect(handedOver).toHaveTextContent("Yuborilgan");
    expect(container).toHaveTextContent("xabar hech kimga yetib bormaydi");
  });

  it("deliveries in transit are polled, also without a connected provider", async () => {
    fakeClock();
    const statuses = ["unknown", "sent"];
    mockApi((): ApiReply => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      const counts = { ...NONE, [String(status)]: 1, logged: status === "sent" ? 1 : 0 };
      const rows = [
        { student: { id: 3, name: "Ali" }, phone: "998901112233", status, connected: false, problem: null },
      ];
      return { data: { id: 7, text, count: 1, connected: false, counts, rows, total: 1 } };
    });
    const { container } = await renderScreen(BatchScreen, { at: "/students/sms/7", pattern: "/students/sms/:id" });
    expect(container).toHaveTextContent("Natijasi noma'lum");
    await waitForIdle(5000);
    expect(container).toHaveTextContent("Yuborilmagan, faqat server jurnalida");
    expect(container).not.toHaveTextContent("Natijasi noma'lum");
  });
});
