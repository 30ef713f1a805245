import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listFiles } from "./source-files.ts";

/** Where SQL is sent that no statement can be, and why. */
const allowed = new Map([
  ["server/after-restore/run-due-jobs.ts", "tables of the queue's library"],
  ["server/backups/base-backup.ts", "commands of replication"],
  ["server/backups/make-backup.ts", "a database of which it is not known yet what it is"],
  ["server/backups/restore-backup.ts", "a database of which it is not known yet what it is"],
  ["server/database/acting-browser.ts", "a setting of a transaction of Drizzle"],
  ["server/database/apply-rules.ts", "before there is a schema"],
  ["server/database/delete-in-batches.ts", "deletes from the table that its caller names"],
  ["server/database/embedded/ensure-database.ts", "before there is a schema"],
  ["server/database/in-transaction.ts", "begin and commit"],
  ["server/database/migrate.ts", "before there is a schema"],
  ["server/database/migration-journal.ts", "before there is a schema"],
  ["server/database/notifications.ts", "listen"],
  ["server/database/probe-engine.ts", "tries what a server does, before there is a schema"],
  ["server/database/probe-pgbouncer.ts", "asks a pooler for its settings, which is no PostgreSQL"],
  ["server/database/probe-pooler.ts", "tries what a pooler keeps"],
  ["server/database/probe-same-database.ts", "finds out about two servers before there are tables"],
  ["server/database/probe-schema.ts", "tries what a server knows, before there is a schema"],
  ["server/database/role-settings.ts", "settings of a role"],
  ["server/database/run-migrations.ts", "migrations"],
  ["server/database/set-back.ts", "a database of which it is not known yet what it is"],
  ["server/database/statement.ts", "every statement"],
  ["server/database/wake-listeners.ts", "notify"],
  ["server/dev-clock/dev-clock.ts", "notify"],
  ["server/doctor/check-database.ts", "before there is a schema"],
  ["server/features/catalog/save-parts.ts", "in its caller's transaction of Drizzle"],
  ["server/features/downloads/list-product-downloads.ts", "a search: its plan depends on the words"],
  ["server/features/ledger/audit.ts", "invariants, and limits of a session"],
  ["server/features/leaving/exports/read-rows.ts", "statements, read by a cursor"],
  ["server/features/mailings/audience-sql.ts", "an audience: its plan depends on its conditions"],
  ["server/features/mailings/count-audience.ts", "an audience: its plan depends on its conditions"],
  ["server/features/mailings/read-person.ts", "an audience: its plan depends on its conditions"],
  ["server/features/mailings/start-mailings.ts", "an audience: its plan depends on its conditions"],
  ["server/features/operator/counts.ts", "tables of the queue's library"],
  ["server/features/operator/list-creators.ts", "its conditions depend on the words that are looked for"],
  ["server/features/operator/stuck.ts", "tables of the queue's library"],
  ["server/features/notifications/tell-creator.ts", "in its caller's transaction of Drizzle"],
  ["server/features/orders/list-customers.ts", "a search: its plan depends on filter, order and page"],
  ["server/features/orders/list-orders.ts", "a search: its plan depends on filter, order and page"],
  ["server/features/orders/order-search.ts", "a search: its plan depends on the words"],
  ["server/http/health.ts", "before there is a schema"],
  ["server/http/rate-limits.ts", "statements of the library that counts"],
  ["server/jobs/due-work.ts", "tables of the queue's library"],
  ["server/jobs/keep-failed-jobs.ts", "tables of the queue's library"],
  ["server/jobs/minute-look.ts", "what the jobs say, in one statement"],
  ["server/jobs/only-worker.ts", "locks of a connection"],
  ["server/jobs/outbox-relay.ts", "hands its connection to the queue's library"],
  ["server/jobs/queue-what-falls-due.ts", "tables of the queue's library"],
  ["server/jobs/queue.ts", "tables of the queue's library"],
  ["server/mail/queue-mail.ts", "in its caller's transaction of Drizzle"],
  ["server/operation/failures.ts", "tables of the queue's library"],
  ["server/operation/system-state.ts", "tables of the queue's library"],
  ["server/one-time-codes/live-codes.ts", "a lock in a transaction of Drizzle"],
  ["server/one-time-codes/redeem-code.ts", "a setting of a transaction of Drizzle"],
]);

const raw = /\.(query|execute)(<|\()/;
const senders = listFiles().filter(
  (file) =>
    /^server\/.*\.ts$/.test(file) &&
    !file.endsWith(".test.ts") &&
    !file.startsWith("server/demo-store/") &&
    raw.test(readFileSync(file, "utf8")),
);

test("SQL is a registered statement, but where it cannot be", () => {
  expect(senders.toSorted()).toEqual([...allowed.keys()].toSorted());
});
