import { z } from "zod";
import { statement } from "#server/database/statement.ts";
import { defineJob } from "#server/jobs/job.ts";
import { eraseFiles } from "./erase-files.ts";
import { isLeftOver, removeProducts } from "./remove-products.ts";

/**
 * Removes products, with their files, that nobody bought of who is gone, once the checkouts that named them are removed: a
 * payment could have come late for them for 90 days.
 */
export const clearAfterDeletions = defineJob({
  name: "clear-after-deletions",
  schedule: "37 4 * * *",
  data: z.object({}),
  limitSeconds: 1_800,
  async handle(services, _, stopping) {
    for (const { ownerId } of await selectOwners(services.pool)) {
      await removeProducts(services, ownerId, stopping);
      await eraseFiles(services, ownerId, stopping);
    }
  },
});

const selectOwners = statement("leaving_select_left_over")<{ ownerId: string }, []>(
  `select d.owner_id as "ownerId" from account_deletions d
    where d.state = 'DONE' and exists (select from products p where p.owner_id = d.owner_id and ${isLeftOver("p")})`,
);
