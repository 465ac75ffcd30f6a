/** A staff member and a mock server that has them, for these tests. */
import { act, type ComponentType } from "react";
import type { StaffCard } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";

export const CARD: StaffCard = {
  id: 7,
  login: "shahzoda",
  photo: null,
  photoCheck: 2,
  acStatus: 1,
  fullName: "Karimova Shahzoda",
  role: { id: 3, name: "Manager", type: 1 },
  offices: [{ id: 1, name: "Chilonzor" }],
  allOffices: false,
  workStatus: 1,
  isActive: true,
  systemStatus: 1,
  superadmin: false,
  createdAt: "2026-09-01T19:30:00Z",
  editable: true,
  firstName: "Shahzoda",
  lastName: "Karimova",
  middleName: null,
  gender: 2,
  phoneNumber: "+998901234567",
  author: false,
  blockReason: null,
  mustChangePassword: false,
  lastSeenAt: null,
  createdBy: null,
  version: 3,
};

const RIGHTS = [
  { name: "users", permissions: [], children: [{ name: "staff", permissions: ["read", "update"], children: [] }] },
  {
    name: "staff_control",
    permissions: [],
    children: [{ name: "users", permissions: ["create", "update"], children: [] }],
  },
];

type Centre = { card?: StaffCard; rights?: typeof RIGHTS; write?: (call: ApiCall) => ApiReply };

/** Shows a screen of a centre with two branches, two roles and this one person. */
export async function open(
  Screen: ComponentType,
  at: string,
  pattern: string,
  { card = CARD, rights = RIGHTS, write = () => ({}) }: Centre = {},
) {
  const offices = [
    { id: 1, name: "Chilonzor" },
    { id: 2, name: "Sergeli" },
  ];
  const roles = [
    { id: 3, name: "Manager", type: 1, number: null, fixed: false },
    { id: 4, name: "Academic", type: 2, number: 2, fixed: false },
  ];
  const calls = mockApi((call: ApiCall): ApiReply => {
    const { verb, path } = call;
    if (verb !== "GET") return write(call);
    if (path === "/profile")
      return { data: { id: 1, login: "a", role: {}, offices, allOffices: false, timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects: rights } };
    if (path === "/offices") return { data: { offices } };
    if (path === "/roles/all") return { data: { roles, total: 2 } };
    if (path.endsWith("/sessions")) return { data: { sessions: [], total: 0 } };
    if (path.endsWith("/history")) return { data: { history: [], total: 0 } };
    if (path === "/users/staff") return { data: { academics: [card], total: 1 } };
    return { data: { staff: card, user: card } };
  });
  await act(() => startSession());
  return {
    calls,
    writes: () => calls.filter((call) => call.verb !== "GET"),
    ...(await renderScreen(Screen, { at, pattern })),
  };
}
