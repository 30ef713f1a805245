import * as contract from "#contract/posts/posts.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { listMemberPosts } from "./list-member-posts.ts";
import { getPost, listProductPosts } from "./read-posts.ts";
import { playPostVideo, readPostVideoCaptions } from "./play-post-video.ts";
import { readPostPicture } from "./read-post-picture.ts";
import { downloadPostAttachment } from "./send-attachment.ts";
import { createPost, deletePost, updatePost } from "./write-post.ts";

/** A text of 1 MB, and the little else that a post has. */
const postBytes = 1_100_000;

/** What creators write for their members, and what members read. */
export function postRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listProductPosts,
    handler: (request) =>
      listProductPosts(services.db, creatorOf(request), request.params.id, request.query.page),
  });
  app.route({
    ...contract.getPost,
    handler: (request) => getPost(services.db, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.createPost,
    bodyLimit: postBytes,
    handler: async (request, reply) =>
      reply.code(201).send(await createPost(services, creatorOf(request), request.body)),
  });
  app.route({
    ...contract.updatePost,
    bodyLimit: postBytes,
    handler: (request) => updatePost(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.deletePost,
    handler: (request) => deletePost(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.listMemberPosts,
    handler: (request) => listMemberPosts(services, request, request.query),
  });
  app.route({
    ...contract.downloadPostAttachment,
    handler: (request, reply) => downloadPostAttachment(services, request, reply, request.params.token),
  });
  app.route({
    ...contract.playPostVideo,
    handler: (request, reply) => playPostVideo(services, request, reply, request.params),
  });
  app.route({
    ...contract.readPostVideoCaptions,
    handler: (request, reply) => readPostVideoCaptions(services, reply, request.params),
  });
  app.route({
    ...contract.readPostPicture,
    handler: (request, reply) => readPostPicture(services, reply, request.params),
  });
}
