import { expect, it } from "vitest";
import server from "../../../../contracts/texts/en.json";
import { kindLabel } from "./job-kinds";

const KIND = "audit.value.job.kind.";

it("every kind of job that the server has words for has words here", () => {
  const kinds = Object.keys(server).filter((key) => key.startsWith(KIND));
  expect(kinds.length).toBeGreaterThan(5);
  const labels = kinds.map((key) => kindLabel(key.slice(KIND.length), ((words: string) => words) as never));
  expect(labels.filter((words) => !words.startsWith("jobs.kinds."))).toEqual([]);
});
