import { z } from "zod";
import { ProductPage } from "#contract/catalog/product-page.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Id, Picture, StoreOfSlug } from "#contract/values.ts";
import { courseNamed } from "./course-named.ts";

const tags = ["Courses"];

/**
 * Captions by their language (`en`, `pt-BR`), the creator's first choice first: WebVTT, by a signed link of 12 hours. Where they
 * have a poster, whoever reads them sees it in the place of the video's.
 */
const captions = z.array(z.object({ language: z.string(), url: z.string(), poster: Picture.nullable() }));

export const LessonVideo = z.discriminatedUnion("kind", [
  /** A file that a video element plays: ours by a signed link of 12 hours, or an outside one. */
  z.object({
    kind: z.literal("FILE"),
    url: z.string(),
    poster: Picture.nullable(),
    captions,
  }),
  /** A player to be framed. It shows captions of its own; the creator's are a transcript. */
  z.object({
    kind: z.literal("EMBED"),
    provider: z.enum(["youtube", "vimeo"]),
    url: z.string(),
    poster: Picture.nullable(),
    captions,
  }),
  /** The creator named a video that cannot be played yet. */
  z.object({ kind: z.literal("PENDING") }),
]);

/** A lesson with what only its buyer, or anybody in a free preview, may see. */
export const LessonDetail = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  /** Safe HTML; its headings begin at level 4. Null where the lesson has no text. */
  contentHtml: z.string().nullable(),
  video: LessonVideo.nullable(),
  /** Files to keep, by signed links of 12 hours. */
  attachments: z.array(z.object({ id: Id, name: z.string(), sizeBytes: z.int(), url: z.string() })),
  /** What waits below for its buyer. The questions are asked for apart. */
  quiz: z.object({ questionCount: z.int(), neededPercent: z.int() }).nullable(),
  /** What its buyer is to hand in below. The task is asked for apart. */
  assignment: z.object({ takesFiles: z.boolean(), needsAnswer: z.boolean() }).nullable(),
  /** Seconds. */
  duration: z.int(),
  freePreview: z.boolean(),
});
export type LessonDetail = z.infer<typeof LessonDetail>;

// None of these has a limit: what they prove is 256 random bits, nothing can be guessed, and a class may share one address.
const proofs =
  "Proof: the browser that paid, a verified address, or a receipt's token in X-Order-Proof with its order in X-Order-Id.";
const email = z.string().max(254);

export const getAccess = endpoint({
  method: "GET",
  url: "/api/access/:productId/:email",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: `Whether the caller has bought a product. The address only narrows. ${proofs}`,
    params: z.object({ productId: z.string().max(100), email }),
    response: { 200: z.object({ hasAccess: z.boolean() }) },
  },
});

export const getLesson = endpoint({
  method: "GET",
  url: "/api/lessons/:lessonId/:email",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: `A free lesson, or one of a bought course. The address only narrows. ${proofs}`,
    params: z.object({ lessonId: z.string().max(100), email }),
    response: { 200: LessonDetail },
  },
});

export const getBoughtCourse = endpoint({
  method: "GET",
  url: "/api/courses/:slug",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: `The outline of a bought course, also when it is no longer on sale. ${proofs}`,
    params: courseNamed,
    querystring: StoreOfSlug,
    response: { 200: ProductPage },
  },
});

export const readLessonCaptions = endpoint({
  method: "GET",
  url: "/api/lesson-captions/:token/:language",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "The captions in one language behind a lesson's signed link, as WebVTT",
    params: z.object({ token: z.string().max(250), language: z.string().max(20) }),
  },
});

export const downloadLessonAttachment = endpoint({
  method: "GET",
  url: "/api/lesson-attachment/:token/:fileId",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "A file behind a lesson's signed link; ranges are supported",
    params: z.object({ token: z.string().max(250), fileId: z.string().max(100) }),
  },
});

export const readLessonPicture = endpoint({
  method: "GET",
  url: "/api/lesson-picture/:token/:imageId/:file",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "A picture of a lesson's text behind the lesson's signed link, in one of its sizes (`960.webp`)",
    params: z.object({ token: z.string().max(250), imageId: z.string().max(100), file: z.string().max(20) }),
  },
});

export const playLessonTextVideo = endpoint({
  method: "GET",
  url: "/api/lesson-text-video/:token/:uploadId",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "A video in a lesson's text behind the lesson's signed link; ranges are supported",
    params: z.object({ token: z.string().max(250), uploadId: z.string().max(100) }),
  },
});

export const readLessonTextVideoCaptions = endpoint({
  method: "GET",
  url: "/api/lesson-text-video/:token/:uploadId/:language",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "The captions of such a video in one language, as WebVTT",
    params: z.object({
      token: z.string().max(250),
      uploadId: z.string().max(100),
      language: z.string().max(20),
    }),
  },
});

export const playLessonVideo = endpoint({
  method: "GET",
  url: "/api/lesson-video/:token",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "The video behind a lesson's signed link; ranges are supported",
    params: z.object({ token: z.string().max(250) }),
  },
});
