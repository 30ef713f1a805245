import type { IdCall } from "./creator-calls.ts";

/** A text with a video of the creator's. */
export const textWithVideo = (uploadId: string) => ({
  type: "doc",
  content: [{ type: "videoFile", attrs: { uploadId } }],
});

/** Calls about what creators write for their members; see `creator-calls.ts`. */
export const postCalls: Record<string, IdCall> = {
  "GET /api/text-videos/:uploadId": { ids: { "params.uploadId": "video" } },
  "GET /api/text-videos/:uploadId/captions": { ids: { "params.uploadId": "video" } },
  "PUT /api/text-videos/:uploadId/captions": {
    ids: { "params.uploadId": "video" },
    body: () => ({ language: "en", captions: "WEBVTT\n\n00:00.000 --> 00:01.000\nHello" }),
  },
  "GET /api/products/:id/posts": { ids: { "params.id": "membership" } },
  "GET /api/posts/:id": { ids: { "params.id": "post" } },
  "POST /api/posts": {
    ids: {
      "body.productId": "membership",
      "body.imageId": "postImage",
      "body.attachmentId": "upload",
      "body.content": "video",
    },
    within: { "body.content": textWithVideo },
    hidden: ["body.content"],
    body: () => ({ title: "New" }),
  },
  "PUT /api/posts/:id": {
    ids: {
      "params.id": "post",
      "body.productId": "membership",
      "body.imageId": "postImage",
      "body.attachmentId": "upload",
      "body.content": "video",
    },
    within: { "body.content": textWithVideo },
    hidden: ["body.content"],
    body: () => ({ title: "Changed", revision: 1 }),
  },
  "DELETE /api/posts/:id": { ids: { "params.id": "post" } },
};
