import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

/** The shop's time is `services.clock.now()`, and `shop_now()` where SQL has no moment; see docs/decisions/0046. */
const machineTime =
  /(?<![.\w])now\(\)|clock_timestamp|(transaction|statement)_timestamp|\bcurrent_(date|time|timestamp)\b|\blocaltime|defaultNow|new Date\(\)|(?<!performance\.)\bDate\.now\(\)/i;

const machines = [
  // The queue goes by the machine's time.
  "server/after-restore/run-due-jobs.ts",
  "server/clock.ts",
  // What was applied to the database when.
  "server/database/apply-rules.ts",
  // What the shop's time is made of.
  "server/database/rules.sql",
  // The clocks of two machines are compared.
  "server/doctor/check-database.ts",
  // Read by the command that looks at a store, which has no clock.
  "server/doctor/check-social-rows.ts",
  // Push services have no other.
  "server/features/notifications/push/vapid.ts",
  // A file's time, which the disk has from the machine.
  "server/files/backup-mark.ts",
  // The queue goes by the machine's time.
  "server/jobs/due-work.ts",
  "server/jobs/outbox-relay.ts",
  "server/jobs/queue-what-falls-due.ts",
  "server/operation/failures.ts",
  "server/operation/system-state.ts",
];

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, "");

test("everything goes by the shop's clock, whose time is read in one place", () => {
  const code = listFiles("server").filter(
    (path) => /(?<!\.test)\.(ts|sql)$/.test(path) && !path.startsWith("server/database/migrations/"),
  );
  expect(code.length).toBeGreaterThan(500);
  const found = code.filter((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return !text.includes('from "vitest"') && machineTime.test(withoutComments(text));
  });
  expect(found.toSorted()).toEqual(machines);
});
