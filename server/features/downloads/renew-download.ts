import { and, eq, sql } from "drizzle-orm";
import type { Download } from "#contract/downloads/downloads.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { products } from "#server/database/schema/catalog.ts";
import { orderEvents } from "#server/database/schema/order-events.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { findDownloadable } from "./downloadable.ts";
import { downloadOf } from "./list-downloads.ts";

type Renewal = {
  extendDays?: number | undefined;
  resetCount?: boolean | undefined;
  isActive?: boolean | undefined;
};

/** A creator gives one of their buyers more time, the downloads anew, or switches the download off or on. */
export async function renewDownload(
  { db, pool, clock }: Services,
  ownerId: string,
  id: string,
  { extendDays, resetCount, isActive }: Renewal,
): Promise<Download> {
  const until = extendDays && new Date(clock.now().getTime() + extendDays * 86_400_000);
  const renewed = await db.transaction(async (tx) => {
    const own = and(eq(digitalDownloads.id, id), eq(digitalDownloads.ownerId, ownerId));
    const [before] = await tx
      .select({ isActive: digitalDownloads.isActive, title: products.title })
      .from(digitalDownloads)
      .innerJoin(products, eq(products.id, digitalDownloads.productId))
      .where(own)
      .for("update", { of: digitalDownloads });
    const [renewed] = await tx
      .update(digitalDownloads)
      .set({
        // An update sets something, even where nothing was asked.
        expiresAt: until
          ? // What never ends gets no end by being extended.
            sql`case when ${digitalDownloads.expiresAt} is not null then greatest(${digitalDownloads.expiresAt}, ${until}) end`
          : sql`${digitalDownloads.expiresAt}`,
        ...(resetCount && { downloadCount: 0 }),
        ...(isActive !== undefined && { isActive }),
      })
      .where(own)
      .returning({ id: digitalDownloads.id, orderId: digitalDownloads.orderId });
    if (!before || !renewed) return undefined;
    const events: Omit<typeof orderEvents.$inferInsert, "orderId" | "createdAt">[] = [];
    if (extendDays || resetCount)
      events.push({
        kind: "DOWNLOADS_RESET",
        detail: { extendDays: extendDays ?? null, resetCount: resetCount ?? false },
      });
    if (isActive !== undefined && isActive !== before.isActive)
      events.push({
        kind: isActive ? "ACCESS_RESTORED" : "ACCESS_REVOKED",
        detail: { title: `Download of ${before.title}` },
      });
    if (events.length > 0)
      await tx
        .insert(orderEvents)
        .values(events.map((event) => ({ ...event, orderId: renewed.orderId, createdAt: clock.now() })));
    return renewed;
  });
  const download = renewed && (await findDownloadable(pool, renewed.id, clock.now()));
  if (!download) throw NotFound();
  return downloadOf(download);
}
