import { z } from "zod";
import { ProductType } from "#contract/catalog/catalog.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors, forSupport } from "#contract/team/roles.ts";
import { Id, Timestamp } from "#contract/values.ts";

const tags = ["Downloads"];

export const Download = z.object({
  id: Id,
  productId: Id,
  orderId: Id,
  customerId: Id,
  productTitle: z.string(),
  productType: ProductType,
  /** A LINK leads to a place elsewhere: to pick a time, to join, to read. */
  fileType: z.enum(["UPLOAD", "LINK"]),
  fileName: z.string(),
  /** Bytes; null for a file kept elsewhere. */
  fileSize: z.int().nullable(),
  buttonText: z.string(),
  downloadCount: z.int(),
  maxDownloads: z.int().nullable(),
  /** Null: never. */
  expiresAt: Timestamp.nullable(),
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
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.casework },
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

/** What has become of a buyer's download: `CLOSED` where their order no longer opens it (refunded, disputed, or access revoked). */
export const DownloadState = z.enum(["OPEN", "EXPIRED", "LIMIT_REACHED", "REVOKED", "CLOSED"]);
export type DownloadState = z.infer<typeof DownloadState>;

/** A buyer's download as its seller sees it. */
export const SoldDownload = z.object({
  id: Id,
  orderId: Id,
  buyer: z.object({ email: z.string(), name: z.string() }),
  state: DownloadState,
  downloadCount: z.int(),
  maxDownloads: z.int().nullable(),
  /** Null: never. */
  expiresAt: Timestamp.nullable(),
  lastDownloadAt: Timestamp.nullable(),
  boughtAt: Timestamp,
});
export type SoldDownload = z.infer<typeof SoldDownload>;

const product = z.object({ id: Id });

export const listProductDownloads = endpoint({
  method: "GET",
  url: "/api/products/:id/downloads",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "Who bought a product's file and how often they fetched it, the newest order first",
    params: product,
    querystring: z.object({
      /** Words of a buyer's name or address, or an order's id. */
      q: z.string().max(200).optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      perPage: z.coerce.number().int().min(1).max(100).default(25),
    }),
    response: {
      200: z.object({ productTitle: z.string(), downloads: z.array(SoldDownload), total: z.int() }),
    },
  },
});

/** Whether past buyers of a product's file can be told of its newest version. */
export const FileNews = z.object({
  /** Buyers whose download is open. Null: some, told nobody who sees no figures of sales (see `team/roles.ts`). */
  pastBuyers: z.int().nullable(),
  /** Those of them who bought before the file was uploaded and were not told of it; null likewise. */
  untold: z.int().nullable(),
  /** When they were told of the file that is there now. */
  announcedAt: Timestamp.nullable(),
  /** Another version was announced less than a day ago: when the next may be. */
  nextAt: Timestamp.nullable(),
});
export type FileNews = z.infer<typeof FileNews>;

export const getFileNews = endpoint({
  method: "GET",
  url: "/api/products/:id/file-announcement",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "How many past buyers a new version of a product's file could be announced to",
    params: product,
    response: { 200: FileNews },
  },
});

export const announceFile = endpoint({
  method: "POST",
  url: "/api/products/:id/file-announcement",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 30, seconds: 3600 },
    recentSignIn: "not needed: emails past buyers fixed words about a file of theirs, once a day",
  },
  schema: {
    tags,
    summary:
      "Mail past buyers that there is a new version of their file: once for each version, once a day; 409 otherwise",
    params: product,
    /** Null for who sees no figures of sales. */
    response: { 200: z.object({ recipients: z.int().nullable() }) },
  },
});
