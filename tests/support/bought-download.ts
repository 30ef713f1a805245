import { buyerSessions } from "#server/database/schema/access.ts";
import type { products } from "#server/database/schema/catalog.ts";
import type { digitalDownloads } from "#server/database/schema/downloads.ts";
import { browserCookieName } from "#server/features/access/browser-cookie.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { makeCreator, makeProduct } from "./factories.ts";
import { makeOrder } from "./order-factory.ts";

type Fields = {
  product?: Partial<typeof products.$inferInsert>;
  download?: Partial<typeof digitalDownloads.$inferInsert>;
  data?: Buffer;
  originalName?: string;
  mimeType?: string;
};

/** A paid order of a downloadable product, and the three proofs of it: the browser's cookies, the receipt's headers, a bearer token. */
export async function makeBoughtDownload(app: { services: Services }, fields: Fields = {}) {
  const { services } = app;
  const { db, clock, secret, config } = services;
  const now = clock.now();
  const ownerId = fields.product?.ownerId ?? (await makeCreator(app)).id;
  const {
    data = Buffer.from("%PDF-1.7 what was bought"),
    originalName = "guide.pdf",
    mimeType = "application/pdf",
  } = fields;
  const upload = await storeUpload(services, { ownerId, originalName, mimeType, data });
  const product = await makeProduct(app, {
    type: "DOWNLOAD",
    digitalFileType: "UPLOAD",
    digitalFileId: upload.id,
    ...fields.product,
    ownerId,
  });
  const browser = newToken();
  const expiresAt = new Date(now.getTime() + 30 * 86_400_000);
  const terms = { maxDownloads: product.maxDownloads, expiresAt, ...fields.download };
  const { customer, items, downloads, ...order } = await makeOrder(app, {
    items: [{ product, download: terms }],
    browserHash: hashToken(browser),
    createdAt: now,
  });
  const [item, download] = [one(items), one(downloads)];
  const sessionToken = newToken();
  await db.insert(buyerSessions).values({
    tokenHash: hashToken(sessionToken),
    kind: "BEARER",
    customerId: customer.id,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  return {
    ownerId,
    upload,
    product,
    customer,
    order,
    item,
    download,
    data,
    sessionToken,
    cookies: { [browserCookieName(config)]: browser },
    receipt: { "x-order-proof": receiptToken(secret, order.id) },
  };
}

/** A product whose file was uploaded anew after somebody had bought it. */
export async function makeRenewedDownload(app: { services: Services }, ownerId: string) {
  const { clock } = app.services;
  const boughtAt = new Date(clock.now().getTime() - 86_400_000);
  const { product } = await makeBoughtDownload(app, {
    product: { ownerId },
    download: { createdAt: boughtAt },
  });
  return product;
}

function one<T>(rows: T[]): T {
  const [row] = rows;
  if (!row) throw new Error("nothing was written");
  return row;
}
