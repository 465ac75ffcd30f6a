import { screen, within } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Job } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { JobsScreen } from "./jobs-screen";

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const say = (text: string) => toasts.push(text);
  return { toast: { success: say, info: say, error: say } };
});

const job = (id: number, state: Job["state"], more: Partial<Job> = {}): Job => ({
  id,
  kind: "sync.run",
  state,
  progress: state === "done" ? 100 : 0,
  tries: 1,
  lastError: null,
  failure: null,
  createdBy: { id: 1, name: "Nilufar Karimova" },
  requestId: "7f3c",
  createdAt: "2026-11-20T03:10:00Z",
  startedAt: "2026-11-20T03:10:01Z",
  finishedAt: null,
  ...more,
});

let jobs: Job[];
let retried: ApiReply;
let allOffices: boolean;
const ZONE = "Asia/Tashkent";

function server({ verb, path, query }: ApiCall): ApiReply {
  if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], allOffices, timeZone: ZONE } };
  if (verb === "POST") return retried;
  const state = query.get("state");
  const matching = jobs.filter((one) => state === null || one.state === state);
  if (path === "/jobs/all") return { data: { jobs: matching, total: matching.length } };
  const id = Number(/^\/jobs\/(\d+)$/.exec(path)?.[1]);
  return id ? { data: { job: jobs.find((one) => one.id === id) } } : { data: {} };
}

async function open(at = "/jobs", permissions = ["read", "update"]) {
  const calls = mockApi((call) =>
    call.path.endsWith("/mine")
      ? {
          data: {
            permissionObjects: [
              { name: "settings", permissions: [], children: [{ name: "integrations", permissions, children: [] }] },
            ],
          },
        }
      : server(call),
  );
  await act(() => startSession());
  fakeClock();
  const shown = await renderScreen(JobsScreen, { at });
  return { calls, ...shown };
}

const lists = (calls: ApiCall[]) => calls.filter((call) => call.path === "/jobs/all");
const row = (index: number) => screen.getAllByRole("row")[index + 1]?.textContent;
const LOGGED = "SchoolUnavailable: slow: no answer in 30 s";
const WORDS = "Maktab tizimi vaqtida javob bermadi";
const failed = () => job(3, "failed", { tries: 5, lastError: LOGGED, failure: WORDS, createdBy: null });

beforeEach(() => {
  jobs = [failed(), job(2, "done", { finishedAt: "2026-11-20T03:11:00Z" })];
  retried = { data: {} };
  toasts.length = 0;
  allOffices = true;
});
describe("the jobs", () => {
  it("jobs are listed ten a page, with their kind, state and last error (D-76)", async () => {
    const { calls } = await open();
    expect(lists(calls)[0]?.query.toString()).toBe("page=1&perPage=10&orderBy=DESC");
    expect(row(0)).toContain("Sinxronizatsiya");
    expect(row(0)).toContain("Xato");
    expect(row(0)).toContain(WORDS);
    expect(row(0)).toContain("Avtomatik");
    expect(row(1)).toContain("20.11.2026 08:11");
  });

  it("jobs are filtered by the state in the address", async () => {
    const { calls } = await open("/jobs?state=failed");
    expect(lists(calls)[0]?.query.get("state")).toBe("failed");
    expect(screen.getAllByRole("row").slice(1)).toHaveLength(1);
  });

  it("a kind without a text is shown by its name", async () => {
    jobs = [job(1, "done", { kind: "files.sweep" })];
    await open();
    expect(row(0)).toContain("files.sweep");
  });

  it("jobs are polled every two seconds while one waits or runs, and not after", async () => {
    jobs = [job(4, "running", { progress: 10 })];
    const { calls } = await open();
    const before = lists(calls).length;
    jobs = [job(4, "running", { progress: 60 })];
    await waitForIdle(2_000);
    expect(lists(calls).length).toBe(before + 1);
    expect(row(0)).toContain("60%");
    jobs = [job(4, "done")];
    await waitForIdle(2_000);
    const done = lists(calls).length;
    await waitForIdle(10_000);
    expect(lists(calls).length).toBe(done);
  });

  it("jobs are not polled while the tab is hidden", async () => {
    jobs = [job(4, "waiting")];
    const { calls } = await open();
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    const before = lists(calls).length;
    await waitForIdle(10_000);
    expect(lists(calls).length).toBe(before);
    vi.restoreAllMocks();
    document.dispatchEvent(new Event("visibilitychange"));
  });

  it("a job opens in the side panel with all its facts, and a failed one can be retried", async () => {
    const { calls } = await open("/jobs?job=3");
    const panel = screen.getByRole("dialog");
    expect(panel).toHaveTextContent("7f3c");
    expect(panel).toHaveTextContent(WORDS);
    expect(document.body).not.toHaveTextContent("SchoolUnavailable");
    expect(panel).toHaveTextContent("Barcha urinishlar natija bermadi");
    expect(within(panel).getByRole("button", { name: "So'rov raqamini nusxalash" })).toBeInTheDocument();
    const before = lists(calls).length;
    await user.click(screen.getByRole("button", { name: "Qayta bajarish" }));
    const post = calls.find((call) => call.verb === "POST");
    expect(post?.path).toBe("/jobs/3/retry");
    expect(post?.headers.get("Idempotency-Key")).toBeTruthy();
    expect(toasts).toEqual(["Ish yana navbatga qo'yildi"]);
    expect(lists(calls).length).toBe(before + 1);
  });

  it("a person of one branch is told who runs a failed job again (D-153)", async () => {
    allOffices = false;
    const { calls } = await open("/jobs?job=3");
    const again = screen.getByRole("button", { name: "Qayta bajarish" });
    expect(again).toHaveAttribute("aria-disabled", "true");
    await user.click(again);
    expect(calls.some((call) => call.verb === "POST")).toBe(false);
  });

  it("jobs are fetched again after a conflict", async () => {
    retried = { status: 409, refusal: { code: "SHARED_ILLEGAL_MOVE" } };
    const { calls } = await open("/jobs?job=3");
    const before = lists(calls).length;
    jobs = [job(3, "running", { progress: 5 })];
    await user.click(screen.getByRole("button", { name: "Qayta bajarish" }));
    expect(lists(calls).length).toBe(before + 1);
    expect(screen.queryByRole("button", { name: "Qayta bajarish" })).not.toBeInTheDocument();
  });

  it.each([
    ["leads its sender to the results", 1, 1],
    ["does not lead a colleague, who may not see them", 2, 0],
  ])("the job of a broadcast %s", async (_, sender, links) => {
    jobs = [job(5, "done", { kind: "sms.batch", smsBatchId: 7, createdBy: { id: sender, name: "Nilufar Karimova" } })];
    await open("/jobs?job=5");
    const found = screen.queryAllByRole("link", { name: "Natijalarini ko'rish" });
    expect(found.map((link) => link.getAttribute("href"))).toEqual(Array(links).fill("/students/sms/7"));
  });

  it("jobs are read-only for people who may not change them (D-53)", async () => {
    await open("/jobs?job=3", ["read"]);
    expect(screen.getByRole("dialog")).toHaveTextContent(WORDS);
    expect(screen.queryByRole("button", { name: "Qayta bajarish" })).not.toBeInTheDocument();
    // a click shows the job, and nothing else can be done to it: the row has no menu
    expect(screen.queryByRole("button", { name: "Sinxronizatsiya №3: amallar" })).not.toBeInTheDocument();
  });
});
