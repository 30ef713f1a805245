import { expect, test, vi } from "vitest";
import { awaitDatabase } from "./await-database.ts";
import { ConfigError } from "#server/config.ts";

const quietLog = () => ({ warn: vi.fn<(about: object, words: string) => void>() });
const lost = () => new Error("timeout exceeded when trying to connect");
const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

test("a database that comes after a while is waited for, and it is said for what", async () => {
  const log = quietLog();
  const step = vi.fn<() => Promise<string>>();
  step.mockRejectedValueOnce(lost()).mockRejectedValueOnce(new ConfigError(["no server"], refused()));
  step.mockResolvedValue("done");
  expect(await awaitDatabase("preparing the store", step, { log, pauseMs: 1 })).toBe("done");
  expect(log.warn.mock.calls.map(([, words]) => words)).toEqual([
    "waiting for PostgreSQL: preparing the store",
    "waiting for PostgreSQL: preparing the store",
  ]);
});

test("one that does not come is given up after a minute, in words for the operator", async () => {
  const step = vi.fn<() => Promise<never>>(() => Promise.reject(lost()));
  const waiting = awaitDatabase("listening", step, { log: quietLog(), patienceMs: 60, pauseMs: 20 });
  await expect(waiting).rejects.toThrow("PostgreSQL did not answer in 0 seconds, while listening");
  await expect(waiting).rejects.toBeInstanceOf(ConfigError);
  expect(step.mock.calls.length).toBeGreaterThan(1);
});

test("whatever else goes wrong is no reason to wait", async () => {
  const step = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("a migration failed")));
  await expect(awaitDatabase("x", step, { log: quietLog() })).rejects.toThrow("a migration failed");
  expect(step).toHaveBeenCalledTimes(1);
});
