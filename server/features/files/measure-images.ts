import { and, eq, isNull } from "drizzle-orm";
import { images } from "#server/database/schema/accounts.ts";
import type { Services } from "#server/services.ts";

/** One run stays far below a job's time; the next takes the rest. */
const maxRows = 500;

/** Writes down how large the pictures are that were stored before their size was; only the file store knows it. */
export async function measureImages({ db, files }: Pick<Services, "db" | "files">): Promise<void> {
  const unmeasured = await db
    .select({ id: images.id, variants: images.variants })
    .from(images)
    .where(isNull(images.sizeBytes))
    .limit(maxRows);
  for (const { id, variants } of unmeasured) {
    const sizes = await Promise.all(variants.map(({ storageKey }) => files.size(storageKey)));
    const sizeBytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
    await db
      .update(images)
      .set({ sizeBytes })
      .where(and(eq(images.id, id), isNull(images.sizeBytes)));
  }
}
