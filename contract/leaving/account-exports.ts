import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { Id, Timestamp } from "#contract/values.ts";

const tags = ["Leaving"];

/** Everything of a creator's as one ZIP. */
export const AccountExport = z.object({
  id: Id,
  state: z.enum(["QUEUED", "RUNNING", "READY", "FAILED", "EXPIRED"]),
  withFiles: z.boolean(),
  /** 0 to 100. */
  percent: z.int(),
  /** What is being written. */
  step: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const exportsADay = 3;

export const getAccountExports = endpoint({
  method: "GET",
  url: "/api/account/exports",
  config: { access: "creator", roles: ownerOnly },
  schema: {
    tags,
    summary:
      "The newest export of everything and the one that is stored, what the files of one would come to, and when another may be made",
    response: {
      200: z.object({
        newest: AccountExport.nullable(),
        /** The one that can be downloaded: the newest, or one before it while that is made, and where it failed. */
        stored: AccountExport.nullable(),
        /** What files and pictures come to, at most. */
        filesBytes: z.int(),
        /** Null: at once. */
        nextAt: Timestamp.nullable(),
      }),
    },
  },
});

export const createAccountExport = endpoint({
  method: "POST",
  url: "/api/account/exports",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 20, seconds: 3_600 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary: `Have a ZIP of everything made; 409 while one is being made, and after ${exportsADay} in 24 hours`,
    body: z.object({ withFiles: z.boolean() }),
    response: { 201: AccountExport },
  },
});

export const createAccountExportLink = endpoint({
  method: "POST",
  url: "/api/account/exports/:id/link",
  config: { access: "creator", roles: ownerOnly, recentSignIn: "required" },
  schema: {
    tags,
    summary:
      "A link by which a browser that its creator is signed in with downloads an export that is READY, for 12 hours; 404 for any other",
    params: z.object({ id: Id }),
    response: { 201: z.object({ url: z.string() }) },
  },
});

/** Not sensitive: its link is, and a download that broke off goes on by it for as long as that lasts. */
export const downloadAccountExport = endpoint({
  method: "GET",
  url: "/api/account/exports/:token",
  config: { access: "creator", roles: ownerOnly },
  schema: {
    tags,
    summary: "Download an export, whole or in ranges; 404 for anybody but its creator",
    params: z.object({ token: z.string().max(300) }),
  },
});
