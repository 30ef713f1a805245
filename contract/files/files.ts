import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { everybodyOfTheTeam } from "#contract/team/roles.ts";
import { Id, Picture } from "#contract/values.ts";

const tags = ["Files"];

export const maxImageBytes = 10_485_760;

export const UploadedFile = z.object({
  success: z.literal(true),
  fileName: z.string(),
  size: z.int(),
  mimeType: z.string(),
  /** An opaque id, to be given back when a product uses the file. */
  storagePath: z.string(),
  originalName: z.string(),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

export const uploadDigitalFile = endpoint({
  method: "POST",
  url: "/api/upload-digital-file",
  config: {
    access: "creator",
    roles: everybodyOfTheTeam,
    limit: { points: 60, seconds: 3600 },
    recentSignIn: notNeeded.upload,
  },
  schema: {
    tags,
    summary: "Upload one file (multipart, field `file`, at most 1 GB)",
    response: { 200: UploadedFile },
  },
});

const Unfinished = z.object({ id: z.string().max(100) });

/**
 * The four calls of a resumable upload speak tus 1.0 (https://tus.io), with the metadata `filename` and `filetype`.
 * Their bodies are bytes and their answers headers, so there is no schema for either.
 */
export const createResumableUpload = endpoint({
  method: "POST",
  url: "/api/uploads",
  config: {
    access: "creator",
    roles: everybodyOfTheTeam,
    limit: { points: 60, seconds: 3600 },
    recentSignIn: notNeeded.upload,
  },
  schema: { tags, summary: "Begin a resumable upload (tus 1.0) that ends within 24 hours" },
});

export const appendResumableUpload = endpoint({
  method: "PATCH",
  url: "/api/uploads/:id",
  // Each brings a few megabytes of the same file.
  config: {
    access: "creator",
    roles: everybodyOfTheTeam,
    limit: { points: 1_200, seconds: 60 },
    recentSignIn: notNeeded.upload,
  },
  schema: { tags, summary: "Send the next bytes of a resumable upload", params: Unfinished },
});

export const getResumableUpload = endpoint({
  method: "HEAD",
  url: "/api/uploads/:id",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: { tags, summary: "How many bytes of a resumable upload have arrived", params: Unfinished },
});

export const cancelResumableUpload = endpoint({
  method: "DELETE",
  url: "/api/uploads/:id",
  config: { access: "creator", roles: everybodyOfTheTeam, recentSignIn: notNeeded.upload },
  schema: { tags, summary: "Give up a resumable upload", params: Unfinished },
});

/** What a finished resumable upload became: 404 while it is not finished, 422 with the reason where it was refused. */
export const getUploadedFile = endpoint({
  method: "GET",
  url: "/api/uploaded-files/:id",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: {
    tags,
    summary: "A finished upload",
    params: z.object({ id: Id }),
    response: { 200: UploadedFile },
  },
});

export const uploadImage = endpoint({
  method: "POST",
  url: "/api/images",
  config: {
    access: "creator",
    roles: everybodyOfTheTeam,
    limit: { points: 120, seconds: 3600 },
    recentSignIn: notNeeded.upload,
  },
  schema: {
    tags,
    summary: "Upload a picture (multipart, field `file`, at most 10 MB) for what `kind` says",
    querystring: z.object({ kind: z.enum(["cover", "avatar", "poster", "post"]) }),
    response: { 201: z.object({ id: Id, picture: Picture }) },
  },
});
