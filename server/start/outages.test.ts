import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { knowDatabase, oncePerOutage } from "./outages.ts";

const quiet = 200;
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  return {
    lines,
    log: pino({ level: "info", base: null, hooks: { logMethod: oncePerOutage(quiet) } }, destination),
  };
}

const refused = (port: number) =>
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", port });

test("an outage is one line, however many notice it, and one more with their number when it is over", async () => {
  knowDatabase("postgres://someone@127.0.0.1:7654/store");
  const { lines, log } = openLog();
  for (let round = 0; round < 50; round++) {
    log.error({ err: refused(7654) }, "due jobs");
    log.error({ err: new Error("Connection terminated unexpectedly") }, "job relay");
    log.error({ err: new Error("answering", { cause: refused(7654) }) }, "answering messages");
    log.error({ method: "GET", route: "/u/:handle", status: 503, ms: 2 }, "request");
    vi.advanceTimersByTime(5);
  }
  expect(lines.map(({ msg }) => msg)).toEqual(["due jobs"]);
  vi.advanceTimersByTime(quiet * 2);
  expect(lines.slice(1)).toEqual([
    expect.objectContaining({
      level: 40,
      service: "database",
      leftOut: 199,
      msg: expect.stringContaining("is over"),
    }),
  ]);
  log.error({ err: refused(7654) }, "due jobs");
  expect(lines).toHaveLength(3);
});

test("two services that are away are two lines, and whatever else fails meanwhile is written", async () => {
  const { lines, log } = openLog();
  for (let round = 0; round < 5; round++) {
    log.error({ err: refused(25) }, "mail not sent");
    log.error({ err: refused(443) }, "asking Stripe");
    log.error({ err: new TypeError("x is not a function") }, "unexpected failure");
    log.error({ status: 503 }, "request");
    log.warn("said plainly");
  }
  const count = (msg: string) => lines.filter((line) => line["msg"] === msg).length;
  expect([count("mail not sent"), count("asking Stripe")]).toEqual([1, 1]);
  expect([count("unexpected failure"), count("request"), count("said plainly")]).toEqual([5, 5, 5]);
});
