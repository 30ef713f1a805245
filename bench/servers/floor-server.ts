// Usage: floor-server.ts <port>; what the same work costs with as little as possible around it.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import Fastify from "fastify";
import { openDatabase } from "#server/database/client.ts";
import * as tables from "#server/database/schema/tables.ts";
import { selectPurchase } from "#server/features/access/can-see-product.ts";
import { selectShelf } from "#server/features/access/proven-shelf.ts";
import { findCreatorProducts } from "#server/features/catalog/creator-products.ts";
import { selectLesson } from "#server/features/courses/lesson-row.ts";
import { listByOrders } from "#server/features/downloads/downloadable.ts";
import { selectShelves } from "#server/features/library/library-shelves.ts";
import { selectMembershipsOf } from "#server/features/memberships/list-memberships.ts";

const [port = "0"] = process.argv.slice(2);
const { db, pool } = openDatabase(process.env["DATABASE_URL"] ?? "", 16);
const app = Fastify();

/** Bytes from memory: the page and the list that our own server answers, recorded by the bench. */
const fixed = async (path: string, file: string, headers: Record<string, string>) => {
  const body = await readFile(`${process.env["BENCH_DIR"]}/${file}`);
  app.get(path, (_request, reply) => reply.headers(headers).send(body));
};
await fixed("/page", "page.br", { "content-type": "text/html; charset=utf-8", "content-encoding": "br" });
await fixed("/list", "list.json", { "content-type": "application/json; charset=utf-8" });

/** The prepared query of the list, and nothing else. */
app.get<{ Params: { handle: string } }>("/list/:handle", async ({ params }) => {
  const found = await findCreatorProducts({ pool, clock: { now: () => new Date() } }, params.handle);
  return found?.products;
});

/** What a proven buyer reads, with the hash of their session in the address: the prepared queries, and nothing else. */
app.get<{ Params: { productId: string; hash: string } }>("/access/:productId/:hash", async ({ params }) => {
  const bought = await selectPurchase(pool, params.productId, null, null, [params.hash], null, new Date());
  return { hasAccess: bought.length > 0 };
});
app.get<{ Params: { lessonId: string; hash: string } }>("/lesson/:lessonId/:hash", async ({ params }) => {
  const [lesson] = await selectLesson(pool, params.lessonId);
  const productId = lesson?.productId ?? "";
  const bought = await selectPurchase(pool, productId, null, null, [params.hash], null, new Date());
  return bought.length > 0 ? lesson : null;
});
app.get<{ Params: { hash: string } }>("/library/:hash", async ({ params }) => {
  const now = new Date();
  const [proven] = await selectShelf(pool, null, [params.hash], null, now);
  const orderIds = proven?.orderIds ?? [];
  const [shelves, memberships, downloads] = await Promise.all([
    selectShelves(pool, orderIds, now, 20, proven?.customerId ?? null),
    selectMembershipsOf(pool, orderIds, now),
    listByOrders(pool, orderIds, now),
  ]);
  return { shelves, memberships, downloads };
});

/** One range of a file, straight from the disk. */
app.get<{ Params: { key: string } }>("/video/:key", (request, reply) => {
  const [, start = 0, end = 0] = (/^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? []).map(Number);
  reply.code(206).headers({ "content-type": "video/mp4", "content-length": end - start + 1 });
  return reply.send(
    createReadStream(`${process.env["DATA_DIR"]}/files/${request.params.key}`, { start, end }),
  );
});

/** One transaction that writes the rows of an order, as a thin shop would. */
app.post<{ Body: { productId: string } }>("/order", (request) =>
  db.transaction(async (tx) => {
    const [product] = await tx
      .select()
      .from(tables.products)
      .where(sql`${tables.products.id} = ${request.body.productId}`);
    if (!product) throw new Error("no product");
    const [customer] = await tx
      .insert(tables.customers)
      .values({ email: `${crypto.randomUUID()}@example.com` })
      .returning();
    const { ownerId, id: productId, priceCents } = product;
    const customerId = customer?.id ?? "";
    const now = new Date();
    const [order] = await tx
      .insert(tables.orders)
      .values({ ownerId, customerId, productId, totalCents: priceCents, status: "PAID", paidAt: now })
      .returning();
    const orderId = order?.id ?? "";
    const [item] = await tx
      .insert(tables.orderItems)
      .values({ orderId, ownerId, productId, unitPriceCents: priceCents, totalPriceCents: priceCents })
      .returning();
    await tx
      .insert(tables.orderPayments)
      .values({ orderId, paymentIntentId: `floor_${orderId}`, amountCents: priceCents, status: "SUCCEEDED" });
    await tx
      .insert(tables.access)
      .values({ customerId, ownerId, productId, orderId, orderItemId: item?.id ?? "" });
    return { orderId };
  }),
);

await app.listen({ host: "127.0.0.1", port: Number(port) });
process.stdout.write("up\n");
