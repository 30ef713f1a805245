import { z } from "zod";
import type { createPost, getPost, listProductPosts } from "#contract/posts/posts.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { inOneForm } from "#contract/document/in-one-form.ts";
import { postLimits } from "#contract/document/read-document.ts";
import type { UploadedFile } from "#contract/files/files.ts";
import { fieldTextOf, typedMoment } from "#contract/dates.ts";
import type { Picture } from "#contract/values.ts";
import type { Input, Output } from "#web/api.ts";

/** Posts as the server tells of them: moments are ISO text. */
export type ListedPost = Output<typeof listProductPosts>["posts"][number];
export type MyPost = Output<typeof getPost>;
export type PostBody = Input<typeof createPost>["body"];

export type PostImage = { id: string; picture: Picture };

/** The form as it is typed; `publishAt` in local time ("2026-11-21T12:00"). */
export type PostFormValues = {
  title: string;
  content: RichDocument;
  /** A membership's id, or "" for all of them. */
  productId: string;
  image: PostImage | null;
  attachment: UploadedFile | null;
  visibility: "DRAFT" | "PUBLISHED" | "SCHEDULED";
  publishAt: string;
};

export const postFormSchema: z.ZodType<PostFormValues, PostFormValues> = z
  .object({
    title: z.string().trim().min(1, "Title is required").max(200, "Use at most 200 characters"),
    content: z.custom<RichDocument>(),
    productId: z.string(),
    image: z.custom<PostImage | null>(),
    attachment: z.custom<UploadedFile | null>(),
    visibility: z.enum(["DRAFT", "PUBLISHED", "SCHEDULED"]),
    publishAt: z.string(),
  })
  .refine(({ visibility, publishAt }) => visibility !== "SCHEDULED" || publishAt !== "", {
    path: ["publishAt"],
    message: "Choose a day and a time",
    when: () => true,
  });

export const newPostValues = (productId: string): PostFormValues => ({
  title: "",
  content: { type: "doc", content: [{ type: "paragraph", content: [] }] },
  productId,
  image: null,
  attachment: null,
  visibility: "DRAFT",
  publishAt: "",
});

/** A post as the form shows it. */
export const valuesOfPost = (post: MyPost, now: Date, zone: string): PostFormValues => ({
  title: post.title,
  content: inOneForm(post.content, postLimits),
  productId: post.productId ?? "",
  image: post.image,
  attachment: post.attachment,
  visibility: visibilityOf(post, now),
  publishAt: post.publishedAt === null ? "" : fieldTextOf(new Date(post.publishedAt), zone),
});

export function visibilityOf(
  { publishedAt }: Pick<MyPost, "publishedAt">,
  now: Date,
): PostFormValues["visibility"] {
  if (publishedAt === null) return "DRAFT";
  return new Date(publishedAt) <= now ? "PUBLISHED" : "SCHEDULED";
}

/** What the server is told. A post that is out keeps its day; a moment that was not touched keeps its seconds. */
export const inputOfValues = (
  values: PostFormValues,
  previous: MyPost | undefined,
  now: Date,
  zone: string,
): PostBody => ({
  title: values.title,
  content: values.content,
  productId: values.productId || null,
  imageId: values.image?.id ?? null,
  attachmentId: values.attachment?.storagePath ?? null,
  publishedAt: publishedAtOf(values, previous?.publishedAt ?? null, now, zone),
});

function publishedAtOf(
  { visibility, publishAt }: PostFormValues,
  before: string | null,
  now: Date,
  zone: string,
) {
  if (visibility === "DRAFT") return null;
  if (visibility === "PUBLISHED") return before !== null && new Date(before) <= now ? before : "now";
  return typedMoment(publishAt, zone, before);
}

/** Where the server's word about a field stands in the form. */
export function fieldOfInput(name: string): keyof PostFormValues | undefined {
  if (name === "imageId") return "image";
  if (name === "attachmentId") return "attachment";
  if (name === "publishedAt") return "publishAt";
  return name === "title" || name === "content" || name === "productId" ? name : undefined;
}
