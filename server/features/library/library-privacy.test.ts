import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getLibrary, listLibraryOrders, listMemberDownloads } from "#contract/library/library.ts";
import { access } from "#server/database/schema/access.ts";
import { orders } from "#server/database/schema/orders.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const creators = [await makeCreator(app), await makeCreator(app)];
const shelf = await Promise.all(
  creators.map(async ({ id: ownerId }) => [
    await makeCourse(app, { ownerId }),
    await makeProduct(app, {
      ownerId,
      type: "DOWNLOAD",
      digitalFileType: "LINK",
      digitalFileExternalUrl: "https://example.com/file",
    }),
    await makeProduct(app, { ownerId, type: "EVENT", deliveryNote: "At noon." }),
  ]),
);

const purchase = fc.record({
  buyer: fc.nat(2),
  creator: fc.nat(1),
  product: fc.nat(2),
  bump: fc.option(fc.nat(2), { nil: undefined }),
  status: fc.constantFrom("PAID", "REFUNDED", "PENDING", "FAILED"),
  revoked: fc.boolean(),
  disputed: fc.boolean(),
});

test("whatever was bought by whom, a library holds exactly its own buyer's orders, files and what is open", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(purchase, { maxLength: 12 }), async (purchases) => {
      const emails = [0, 1, 2].map(() => `buyer-${randomUUID()}@example.com`);
      const made: (Awaited<ReturnType<typeof makeOrder>> & { open: boolean })[] = [];
      for (const { buyer, creator, product, bump, status, revoked, disputed } of purchases) {
        const lines = [shelf[creator]![product]!, ...(bump === undefined ? [] : [shelf[creator]![bump]!])];
        const order = await makeOrder(app, {
          email: emails[buyer]!,
          status,
          items: lines.map((product) => ({ product })),
        });
        if (disputed) await db.update(orders).set({ disputed }).where(eq(orders.id, order.id));
        if (revoked)
          await db
            .update(access)
            .set({ revokedAt: new Date() })
            .where(inArray(access.orderId, [order.id]));
        made.push({ ...order, open: status === "PAID" && !revoked && !disputed });
      }
      for (const email of emails) {
        const mine = made.filter((order) => order.email === email);
        if (mine.length === 0) continue;
        const { cookie } = await proveBuyer(app, email);
        const { shelves } = (await app.call(getLibrary, {}, cookie)).body;
        const paid = mine.filter(({ status }) => status === "PAID" || status === "REFUNDED");
        const openProducts = new Set(
          paid.flatMap(({ open, items }) => (open ? items.map(({ productId }) => productId) : [])),
        );
        const listed = shelves.flatMap((one) => [...one.courses, ...one.deliveries]);
        const bought = shelf.flat().filter(({ id }) => openProducts.has(id));
        expect(sorted(shelves.flatMap((one) => one.orders.map(({ id }) => id)))).toEqual(
          sorted(paid.map(({ id }) => id)),
        );
        expect(sorted(listed.map(({ productId }) => productId))).toEqual(
          sorted(bought.filter(({ type }) => type !== "DOWNLOAD").map(({ id }) => id)),
        );
        const files = shelves.flatMap((one) => one.downloads);
        expect(sorted(files.map(({ id }) => id))).toEqual(
          sorted(paid.flatMap(({ downloads }) => downloads.map(({ id }) => id))),
        );
        expect(sorted(files.filter(({ isActive }) => isActive).map(({ id }) => id))).toEqual(
          sorted(paid.flatMap(({ open, downloads }) => (open ? downloads.map(({ id }) => id) : []))),
        );
        expect((await app.call(listMemberDownloads, {}, cookie)).body).toHaveLength(files.length);
        // Another buyer's order opens no page of theirs.
        for (const other of made.filter((order) => order.email !== email))
          for (const { handle } of creators) {
            const querystring = { creator: handle, before: other.id };
            expect((await app.call(listLibraryOrders, { querystring }, cookie)).body).toEqual([]);
          }
      }
    }),
    { numRuns: 25 },
  );
});

const sorted = (ids: string[]) => ids.toSorted();
