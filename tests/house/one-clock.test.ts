import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

/** The shop's time is `services.clock.now()`, and `shop_now()` where SQL has no moment; see docs/decisions/0046. */
const machineTime =
  /(?<![.\w])now\(\)|clock_timestamp|(transaction|statement)_timestamp|\bcurrent_(date|time|timestamp)\b|\blocaltime|defaultNow|new Date\(\)|(?<!performance\.)\bDate\.now\(\)|\bDate\(dataUpdatedAt\)/i;

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

/** In the browser these measure how long something takes there, which moving the shop's clock does not change. */
const stopwatches = [
  // How old an answer is that waits to be sent.
  "web/features/courses/assignment/use-assignment.ts",
  "web/features/courses/quiz/use-quiz.ts",
  // How long to wait, and how long ago was asked.
  "web/features/orders/use-asked-again.ts",
  "web/features/orders/use-order.ts",
  // What was played, and how long ago.
  "web/features/player/file-video.tsx",
  "web/features/player/played-outbox.ts",
  "web/features/player/track-embedded-video.ts",
  "web/features/player/up-next.tsx",
  "web/features/player/watch-played.ts",
  // The browser wrote down when each began.
  "web/layout/unfinished-uploads.ts",
  "web/layout/use-countdown.ts",
  "web/newer-build.ts",
  // What the shop's time is made of.
  "web/shop-now.ts",
];

const readingMachineTime = (folder: string) =>
  listFiles(folder)
    .filter(
      (path) => /(?<!\.test)\.(tsx?|sql)$/.test(path) && !path.startsWith("server/database/migrations/"),
    )
    .filter((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return !text.includes('from "vitest"') && machineTime.test(withoutComments(text));
    })
    .toSorted();

test("everything on the server goes by the shop's clock, whose time is read in one place", () => {
  expect(listFiles("server").length).toBeGreaterThan(500);
  expect(readingMachineTime("server")).toEqual(machines);
});

test("everything in the browser goes by the shop's clock, except what measures how long something takes", () => {
  expect(listFiles("web").length).toBeGreaterThan(500);
  expect(readingMachineTime("web")).toEqual(stopwatches);
});

test("what both sides share is handed the time", () => {
  expect(readingMachineTime("contract")).toEqual([]);
});
