import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id } from "#contract/values.ts";
import { CaptionsFile, CaptionsLanguage } from "./captions.ts";

const tags = ["Files"];

export const uploadTextPicture = endpoint({
  method: "POST",
  url: "/api/text-pictures",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 240, seconds: 3600 },
    recentSignIn: notNeeded.upload,
  },
  schema: {
    tags,
    summary: "Upload a picture for a text (multipart, field `file`, at most 10 MB)",
    response: { 201: z.object({ imageId: Id, width: z.int(), height: z.int() }) },
  },
});

export const readTextPicture = endpoint({
  method: "GET",
  url: "/api/text-pictures/:imageId",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "A picture of one's own for a text, as its editor shows it",
    params: z.object({ imageId: Id }),
  },
});

export const readTextVideo = endpoint({
  method: "GET",
  url: "/api/text-videos/:uploadId",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "A video of one's own for a text, as its editor shows it; ranges are supported",
    params: z.object({ uploadId: Id }),
  },
});

const ofVideo = z.object({ uploadId: Id });

/** In the order of their languages' codes. */
const VideoCaptions = z.array(z.object({ language: z.string(), sizeBytes: z.int() }));

export const listVideoCaptions = endpoint({
  method: "GET",
  url: "/api/text-videos/:uploadId/captions",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "The captions of a video of one's own, which stand wherever a text shows it",
    params: ofVideo,
    response: { 200: VideoCaptions },
  },
});

export const saveVideoCaptions = endpoint({
  method: "PUT",
  url: "/api/text-videos/:uploadId/captions",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.editing,
  },
  schema: {
    tags,
    summary:
      "Give a video of one's own captions in one language, in the place of those in it; null takes them away",
    params: ofVideo,
    body: z.object({ language: CaptionsLanguage, captions: CaptionsFile.nullable() }),
    response: { 200: VideoCaptions },
  },
});
