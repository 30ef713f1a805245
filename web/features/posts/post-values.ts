import type { createPost, getPost, listProductPosts } from "#contract/posts/posts.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { documentIdentity } from "#contract/document/document-identity.ts";
import { inOneForm } from "#contract/document/in-one-form.ts";
import { postLimits } from "#contract/document/read-document.ts";
import type { UploadedFile } from "#contract/files/files.ts";
import { fieldTextOf, typedMoment } from "#contract/dates.ts";
import type { Picture } from "#contract/values.ts";
import type { Input, Output } from "#web/api.ts";

/** Posts as the server tells of them: moments are ISO text. */
export type ListedPost = Output<typeof listProductPosts>["posts"][number];
export type MyPost = Output<typeof getPost>;
export type PostBody = Omit<Input<typeof createPost>["body"], "idempotencyKey" | "content"> & {
  content?: RichDocument;
};

export type PostImage = { id: string; picture: Picture };

/** A post as it is written; `publishAt` in local time ("2026-11-21T12:00"). */
export type PostValues = {
  title: string;
  content: RichDocument;
  /** A membership's id, or "" for all of them. */
  productId: string;
  image: PostImage | null;
  attachment: UploadedFile | null;
  /** What pressing the button makes of it. Of a draft it is not saved before. */
  visibility: "DRAFT" | "PUBLISHED" | "SCHEDULED";
  publishAt: string;
};
export type PostField = keyof PostValues;

export const postFields = [
  "title",
  "content",
  "productId",
  "image",
  "attachment",
  "visibility",
  "publishAt",
] as const satisfies readonly PostField[];

/** A post of which the server knows nothing yet: its id is the key that it is made with. */
export const newPost = (productId: string): MyPost => ({
  id: crypto.randomUUID(),
  productId,
  title: "",
  content: { type: "doc", content: [{ type: "paragraph", content: [] }] },
  image: null,
  attachment: null,
  publishedAt: null,
  revision: 0,
  updatedAt: "",
});
export const isOnServer = ({ revision }: Pick<MyPost, "revision">): boolean => revision > 0;

/** Whether nobody but its creator can see it, however much time goes by. */
export const isDraft = ({ publishedAt }: Pick<MyPost, "publishedAt">): boolean => publishedAt === null;

/** A post as it is shown to whoever writes it. */
export const valuesOfPost = (post: MyPost, now: Date, zone: string): PostValues => ({
  title: post.title,
  content: inOneForm(post.content, postLimits),
  productId: post.productId ?? "",
  image: post.image,
  attachment: post.attachment,
  visibility: isDraft(post) ? "PUBLISHED" : visibilityOf(post, momentOf(post, now)),
  publishAt: post.publishedAt === null ? "" : fieldTextOf(new Date(post.publishedAt), zone),
});

/** When a post is looked at: as its dialog was opened, or as the post was changed since. It stays the same for one state. */
const momentOf = ({ updatedAt }: MyPost, openedAt: Date): Date => {
  const changed = new Date(updatedAt);
  return changed > openedAt ? changed : openedAt;
};

export function visibilityOf(
  { publishedAt }: Pick<MyPost, "publishedAt">,
  now: Date,
): PostValues["visibility"] {
  if (publishedAt === null) return "DRAFT";
  return new Date(publishedAt) <= now ? "PUBLISHED" : "SCHEDULED";
}

/** Whether two values of a field are the same to the server, which trims titles. */
export function isSameField(field: PostField, a: PostValues, b: PostValues): boolean {
  switch (field) {
    case "title":
      return a.title.trim() === b.title.trim();
    case "content":
      return documentIdentity(a.content) === documentIdentity(b.content);
    case "image":
      return a.image?.id === b.image?.id;
    case "attachment":
      return a.attachment?.storagePath === b.attachment?.storagePath;
    default:
      return a[field] === b[field];
  }
}

/** What the server is told of what is written, with the moment from which members see it. */
export const bodyOf = (values: PostValues, publishedAt: PostBody["publishedAt"]): PostBody => ({
  title: values.title,
  content: values.content,
  productId: values.productId || null,
  imageId: values.image?.id ?? null,
  attachmentId: values.attachment?.storagePath ?? null,
  publishedAt,
});

/** Whether a post on the server is what it was told. */
export const isAsSent = (post: MyPost, body: PostBody): boolean =>
  post.title === body.title.trim() &&
  post.productId === body.productId &&
  (post.image?.id ?? null) === body.imageId &&
  (post.attachment?.storagePath ?? null) === body.attachmentId &&
  body.content !== undefined &&
  documentIdentity(post.content) === documentIdentity(body.content);

/** When members see it, as it is chosen. A post that is out keeps its day; a moment that was not touched its seconds. */
export function publishedAtOf(
  { visibility, publishAt }: PostValues,
  post: MyPost,
  now: Date,
  zone: string,
): PostBody["publishedAt"] {
  const { publishedAt } = post;
  if (visibility === "DRAFT") return null;
  if (visibility === "SCHEDULED") return typedMoment(publishAt, zone, publishedAt);
  return visibilityOf(post, momentOf(post, now)) === "PUBLISHED" ? publishedAt : "now";
}

/** What keeps a post from being published as it is, field by field. */
export function problemsOf({ title, visibility, publishAt }: PostValues): Partial<Record<PostField, string>> {
  return {
    ...(title.trim() === "" && visibility !== "DRAFT" && { title: "Title is required" }),
    ...(visibility === "SCHEDULED" && publishAt === "" && { publishAt: "Choose a day and a time" }),
  };
}

/** Where the server's word about a field is shown. */
export function fieldOfServer(name: string): PostField | undefined {
  if (name === "imageId") return "image";
  if (name === "attachmentId") return "attachment";
  if (name === "publishedAt") return "publishAt";
  return name === "title" || name === "content" || name === "productId" ? name : undefined;
}
