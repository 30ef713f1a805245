/**
 * What a version of PostgreSQL can be different in: every registered statement, migrations, plans, the rules and locks of
 * money, stock and files, and lost connections. The long run has the others.
 */
export const onSecondPostgres = [
  "scripts/statements",
  "server/backups/dump.test.ts",
  "server/database/migrate.test.ts",
  "server/database/lost-connection.test.ts",
  "server/features/plans/buy-plan.test.ts",
  "server/features/plans/change-plan.test.ts",
  "gate-plan.test.ts",
  "erase-customer-plan.test.ts",
  "server/jobs/jobs-at-rest.test.ts",
  "server/jobs/queue.test.ts",
  "server/mail/mail-limits.test.ts",
  "server/features/checkout",
  "server/features/coupons",
  "server/features/orders",
  "server/features/ledger",
  "server/features/payouts",
  "server/features/affiliates",
  "server/features/memberships/parallel-changes.test.ts",
  "server/features/files/storage-room.test.ts",
  "tests/money/random-schedules.test.ts",
  "tests/messages/random-afternoons.test.ts",
];
