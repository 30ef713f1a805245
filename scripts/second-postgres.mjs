/**
 * What a version of PostgreSQL can change: registered statements, migrations, query plans, dumps, the queue, lost connections,
 * and the random schedules, which run through every rule of money, stock and messages. `npm test` runs these on both servers.
 */
const onBothServers = [
  "scripts/statements",
  "server/backups/dump.test.ts",
  "server/database/migrate.test.ts",
  "server/database/lost-connection.test.ts",
  "gate-plan.test.ts",
  "erase-customer-plan.test.ts",
  "server/jobs/jobs-at-rest.test.ts",
  "server/jobs/queue.test.ts",
  "tests/money/random-schedules.test.ts",
  "tests/messages/random-afternoons.test.ts",
];

/**
 * Rules and locks of money, stock, files and email limits. `npm test` runs these once: on the second PostgreSQL where there is
 * one, else on the embedded one. `npm run test:long` runs every file on both.
 */
export const onSecondPostgresOnly = [
  "server/features/plans/buy-plan.test.ts",
  "server/features/plans/change-plan.test.ts",
  "server/mail/mail-limits.test.ts",
  "server/features/checkout/",
  "server/features/coupons/",
  "server/features/orders/",
  "server/features/ledger/",
  "server/features/payouts/",
  "server/features/affiliates/",
  "server/features/memberships/parallel-changes.test.ts",
  "server/features/files/storage-room.test.ts",
];

export const onSecondPostgres = [...onBothServers, ...onSecondPostgresOnly];
