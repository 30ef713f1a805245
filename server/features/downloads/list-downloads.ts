import type { FastifyRequest } from "fastify";
import type { Download } from "#contract/downloads/downloads.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import type { Services } from "#server/services.ts";
import { type Downloadable, hasFile, listByOrder } from "./downloadable.ts";

/** The downloads of an order that the caller has proved; of any other order there are none. */
export async function listOrderDownloads(
  services: Services,
  request: FastifyRequest,
  orderId: string,
): Promise<Download[]> {
  const order = await findProvenOrder(services, request, { orderId });
  return order ? (await listByOrder(services.pool, order.id, services.clock.now())).map(downloadOf) : [];
}

/** The name a file is shown and saved under: the product's, the upload's, or the product's title. */
export const fileNameOf = (download: Downloadable): string =>
  safeFileName(download.fileName || download.originalName || download.productTitle);

/** A download as the API shows it. */
export const downloadOf = (download: Downloadable): Download => ({
  id: download.id,
  productId: download.productId,
  orderId: download.orderId,
  customerId: download.customerId,
  productTitle: download.productTitle,
  productType: download.productType,
  fileType: download.fileType ?? "UPLOAD",
  fileName: fileNameOf(download),
  fileSize: download.fileSize,
  buttonText: download.buttonText,
  downloadCount: download.downloadCount,
  maxDownloads: download.maxDownloads,
  expiresAt: download.expiresAt,
  lastDownloadAt: download.lastDownloadAt,
  isActive: download.isActive && hasFile(download),
});
