import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, as `npm test` printed them. Begun first, so that no worker is left with one of them when the
 * others have nothing to do any more. The order of the others does not matter.
 */
export const slowest = [
  "tests/house/hostile-input.test.ts",
  "tests/house/tenancy.test.ts",
  "server/backups/backups.test.ts",
  "tests/money/price-changes.test.ts",
  "tests/money/paused-memberships.test.ts",
  "server/jobs/queue.test.ts",
  "server/jobs/worker-at-rest.test.ts",
  "server/features/mailings/automatic/large-automatic-mails.test.ts",
  "tests/house/mass-assignment.test.ts",
  "server/operation/system-state.test.ts",
  "server/features/home/large-home.test.ts",
  "tests/messages/killed-senders.test.ts",
  "tests/money/random-schedules.test.ts",
  "tests/money/planted-bugs.test.ts",
  "server/database/desk-reads.test.ts",
  "server/features/accounts/openid.test.ts",
  "server/mail/mail-limits.test.ts",
  "server/demo-store/seed-demo-store.test.ts",
  "server/database/embedded/embedded-postgres.test.ts",
  "server/images/encode-image-variants.test.ts",
  "server/features/files/one-gibibyte.test.ts",
  "tests/house/column-extremes.test.ts",
  "tests/house/rate-limits.test.ts",
  "web/features/catalog/product-dialog.test.tsx",
  "web/features/posts/product-posts.test.tsx",
  "web/features/checkout/paying.test.tsx",
  "web/editor/rich-text-editor.test.tsx",
];

/** Orders the files of a run: `slowest` first, then as Vitest would. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at === -1 ? slowest.length : at;
    };
    return others.toSorted((a, b) => rank(a) - rank(b));
  }
}
