import { describe, expect, it } from "vitest";
import { say } from "@/i18n/texts";
import { lastSyncLabel } from "./last-sync-label";
import { formatDuration } from "./runs/run-columns";

const now = new Date("2026-11-20T20:30:00Z"); // 01:30 of the 21st in Tashkent

describe("the time of the last synchronisation", () => {
  it("the label uses the centre's day, not the browser's or UTC's", () => {
    expect(lastSyncLabel("2026-11-20T19:05:00Z", now, "Asia/Tashkent", say)).toBe("Bugun, 00:05");
    expect(lastSyncLabel("2026-11-20T03:15:00Z", now, "Asia/Tashkent", say)).toBe("Kecha, 08:15");
    expect(lastSyncLabel("2026-11-18T19:30:00Z", now, "Asia/Tashkent", say)).toBe("19.11.2026, 00:30");
  });

  it("the duration is formatted", () => {
    expect(formatDuration("2026-11-20T03:15:00Z", "2026-11-20T03:15:42Z", say)).toBe("42 s");
    expect(formatDuration("2026-11-20T03:15:00Z", "2026-11-20T03:17:05Z", say)).toBe("2 daq 5 s");
  });
});
