import { z } from "zod";
import { Deleted } from "#contract/deletions/deletions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { PostRichText } from "#contract/document/rich-text.ts";
import { UploadedFile } from "#contract/files/files.ts";
import { Id, IdempotencyKey, oneLine, Picture, Revision, Timestamp } from "#contract/values.ts";

const tags = ["Posts"];

export const postsPerPage = 20;

const summary = {
  id: Id,
  /** The membership it is for; null: every membership of the creator. */
  productId: Id.nullable(),
  /** May be empty while it is a draft. */
  title: z.string(),
  /** Null: a draft. Members see it from then on. */
  publishedAt: Timestamp.nullable(),
  /** Grows with every change. */
  revision: Revision,
  updatedAt: Timestamp,
};

/** A post in its creator's list. */
export const PostSummary = z.object({ ...summary, hasImage: z.boolean(), hasAttachment: z.boolean() });
export type PostSummary = z.infer<typeof PostSummary>;

/** A post as its creator edits it. */
export const Post = z.object({
  ...summary,
  content: z.custom<RichDocument>(),
  image: z.object({ id: Id, picture: Picture }).nullable(),
  attachment: UploadedFile.nullable(),
});
export type Post = z.infer<typeof Post>;

/** What a creator may set. */
const fields = z.object({
  productId: Id.nullable().default(null),
  /** A draft may be saved before it has one. */
  title: oneLine(200),
  /** Not said: it stays as it is. */
  content: PostRichText.optional(),
  imageId: Id.nullable().default(null),
  /** The `storagePath` of an uploaded file. */
  attachmentId: Id.nullable().default(null),
  /** Null: a draft. "now" is the server's own clock. */
  publishedAt: z
    .union([z.literal("now"), Timestamp])
    .nullable()
    .default(null),
});

const hasTitle = ({ title, publishedAt }: z.output<typeof fields>) => title !== "" || publishedAt === null;
const titleMissing = { path: ["title"], message: "Title is required" };

export const PostInput = fields
  .extend({
    /** The same again answers the post that the first call made, as it is now. */
    idempotencyKey: IdempotencyKey.optional(),
  })
  .refine(hasTitle, titleMissing);
export type PostInput = z.input<typeof PostInput>;

/** Safe HTML; headings begin at level 4. */
const contentHtml = z.string();
const limit = { points: 120, seconds: 60 };
const own = z.object({ id: Id });

export const listProductPosts = endpoint({
  method: "GET",
  url: "/api/products/:id/posts",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "The posts that members of a product see or will see: drafts first, then the newest",
    params: own,
    querystring: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    response: { 200: z.object({ posts: z.array(PostSummary), total: z.int() }) },
  },
});

export const getPost = endpoint({
  method: "GET",
  url: "/api/posts/:id",
  config: { access: "creator", roles: forEditors },
  schema: { tags, summary: "One of the creator's posts", params: own, response: { 200: Post } },
});

export const createPost = endpoint({
  method: "POST",
  url: "/api/posts",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.editing },
  schema: { tags, summary: "Write a post for members", body: PostInput, response: { 201: Post } },
});

export const updatePost = endpoint({
  method: "PUT",
  url: "/api/posts/:id",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Change a post; 409 where it was changed since the revision that is named",
    params: own,
    body: fields.extend({ revision: Revision }).refine(hasTitle, titleMissing),
    response: { 200: Post },
  },
});

export const deletePost = endpoint({
  method: "DELETE",
  url: "/api/posts/:id",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.undoable },
  schema: {
    tags,
    summary: "Delete a post",
    params: own,
    response: { 200: Deleted },
  },
});

/** A post as a member reads it. */
export const MemberPost = z.object({
  id: Id,
  /** The membership it is for; null: every membership of the creator. */
  membership: z.string().nullable(),
  creator: z.object({ handle: z.string(), name: z.string() }),
  title: z.string(),
  contentHtml,
  image: Picture.nullable(),
  attachment: z.object({ fileName: z.string(), fileSize: z.int(), url: z.string() }).nullable(),
  publishedAt: Timestamp,
});
export type MemberPost = z.infer<typeof MemberPost>;

export const listMemberPosts = endpoint({
  method: "GET",
  url: "/api/member-posts",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The posts that a proved address may read, newest first; 401 where none is proved",
    querystring: z.object({
      /** Only those of this creator. */
      handle: z.string().max(100).optional(),
      /** The `next` of the page before. */
      before: z
        .string()
        .regex(/^\d{1,14}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "This is no place in the list")
        .optional(),
    }),
    response: { 200: z.object({ posts: z.array(MemberPost), next: z.string().nullable() }) },
  },
});

export const downloadPostAttachment = endpoint({
  method: "GET",
  url: "/api/post-attachment/:token",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "The file of a post; ranges are supported",
    params: z.object({ token: z.string().max(300) }),
  },
});

export const playPostVideo = endpoint({
  method: "GET",
  url: "/api/post-video/:token/:uploadId",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "A video in a post's text behind the post's signed link; ranges are supported",
    params: z.object({ token: z.string().max(300), uploadId: z.string().max(100) }),
  },
});

export const readPostVideoCaptions = endpoint({
  method: "GET",
  url: "/api/post-video/:token/:uploadId/:language",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "The captions of such a video in one language, as WebVTT",
    params: z.object({
      token: z.string().max(300),
      uploadId: z.string().max(100),
      language: z.string().max(20),
    }),
  },
});

export const readPostPicture = endpoint({
  method: "GET",
  url: "/api/post-picture/:token/:imageId/:file",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "A picture of a post's text behind the post's signed link, in one of its sizes (`960.webp`)",
    params: z.object({ token: z.string().max(300), imageId: z.string().max(100), file: z.string().max(20) }),
  },
});
