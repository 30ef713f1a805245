import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Timestamp } from "./values.ts";

const tags = ["Downloads"];

export const Download = z.object({
  id: Id,
  productId: Id,
  orderId: Id,
  customerId: Id,
  productTitle: z.string(),
  fileName: z.string(),
  /** Bytes; null for a file kept elsewhere. */
  fileSize: z.int().nullable(),
  buttonText: z.string(),
  downloadCount: z.int(),
  maxDownloads: z.int().nullable(),
  expiresAt: Timestamp,
  lastDownloadAt: Timestamp.nullable(),
  isActive: z.boolean(),
});
export type Download = z.infer<typeof Download>;

export const listOrderDownloads = endpoint({
  method: "GET",
  url: "/api/digital-downloads",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The downloads of an order; an empty list without proof of it",
    querystring: z.object({ orderId: z.string().max(100) }),
    response: { 200: z.array(Download) },
  },
});

export const requestDownloadLink = endpoint({
  method: "POST",
  url: "/api/digital-downloads/request-link",
  config: { access: "buyer", limit: { points: 20, seconds: 60 } },
  schema: {
    tags,
    summary: "A link that starts one download within five minutes",
    body: z.object({
      downloadId: z.string().max(100),
      sessionToken: z.string().max(200).optional(),
      customerId: z.string().max(100).optional(),
    }),
    response: {
      200: z.object({
        success: z.literal(true),
        downloadUrl: z.string(),
        fileName: z.string(),
        message: z.string(),
      }),
    },
  },
});

export const downloadFile = endpoint({
  method: "GET",
  url: "/api/download/:token",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "The file behind a download link; ranges are supported",
    params: z.object({ token: z.string().max(100) }),
  },
});

export const renewDownload = endpoint({
  method: "PATCH",
  url: "/api/digital-downloads/:id",
  config: { access: "creator" },
  schema: {
    tags,
    summary: "Give a buyer more time, or their downloads anew",
    params: z.object({ id: Id }),
    body: z.object({
      /** From now on; the end never comes nearer. */
      extendDays: z.int().min(1, "Use 1 to 365 days").max(365, "Use 1 to 365 days").optional(),
      resetCount: z.boolean().optional(),
      isActive: z.boolean().optional(),
    }),
    response: { 200: Download },
  },
});
