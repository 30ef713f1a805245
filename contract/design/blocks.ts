import { z } from "zod";
import { BlockRichText } from "#contract/document/rich-text.ts";
import { typedAddress } from "#contract/document/link-address.ts";
import { Id, multiLine, oneLine } from "#contract/values.ts";
import {
  longest,
  mostBlockBytes,
  mostBlockQuestions,
  mostBlocks,
  mostInGroup,
  mostNetworks,
  singleKinds,
} from "./block-kinds.ts";
import { videoAddress } from "./networks.ts";

const title = oneLine(longest.title);

/** An address, judged by `read`; empty while there is none. */
const addressBy = (read: (typed: string) => string | undefined, problem: string) =>
  z
    .string()
    .max(longest.address, `Use at most ${longest.address} characters`)
    .transform((typed, context) => {
      const address = typed.trim() === "" ? "" : read(typed);
      if (address !== undefined) return address;
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    });

const Address = addressBy(typedAddress, "Use an address such as https://example.com, mailto:, tel: or /u/…");
const VideoAddress = addressBy(videoAddress, "Use the address of a video on YouTube or Vimeo");

/** Its sender's; what two tabs did to one block is put together by it. */
const block = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ id: Id, kind: z.literal(kind), ...shape });

/**
 * One part of a store's page. A block may still lack what it is about, since it is saved while it is made: it is shown
 * from when it has it. What it names by an id may be gone: then it is not shown, and the rest of the page is.
 */
export const Block = z.discriminatedUnion("kind", [
  /** All that is on sale; or what no other block of the page shows. */
  block("products", { title, isRest: z.boolean() }),
  block("product", { productId: Id.nullable() }),
  block("group", {
    title,
    productIds: z.array(Id).max(mostInGroup, `At most ${mostInGroup} products stand in a group`),
  }),
  block("link", { label: oneLine(longest.label), address: Address }),
  block("social", { addresses: z.array(Address).max(mostNetworks, `At most ${mostNetworks} links`) }),
  block("text", { document: BlockRichText }),
  block("picture", { imageId: Id.nullable(), alt: oneLine(longest.alt), address: Address }),
  /** A picture that leads to the video: nothing of others is loaded. */
  block("video", { title, imageId: Id.nullable(), address: VideoAddress }),
  block("testimonial", { reviewId: Id.nullable() }),
  /** An event until it begins. */
  block("event", { productId: Id.nullable() }),
  /** A coupon while it is valid. */
  block("coupon", { title, couponId: Id.nullable() }),
  block("join", {}),
  block("faq", {
    title,
    questions: z
      .array(
        z.strictObject({
          question: oneLine(longest.question),
          answer: multiLine(longest.answer),
        }),
      )
      .max(mostBlockQuestions, `At most ${mostBlockQuestions} questions`),
  }),
]);
export type Block = z.infer<typeof Block>;

export const Blocks = z
  .array(Block)
  .max(mostBlocks, `At most ${mostBlocks} blocks`)
  .refine(
    (blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length,
    "Each block has an id of its own",
  )
  .refine(
    (blocks) => singleKinds.every((single) => blocks.filter(({ kind }) => kind === single).length < 2),
    "There is one block of all products, and one for the mailing list",
  )
  .refine(
    (blocks) => new TextEncoder().encode(JSON.stringify(blocks)).length <= mostBlockBytes,
    "This is too much for one page. Please shorten a text.",
  );

/** The page of every new store: what is on sale, and the way onto the mailing list where there is one. */
export const defaultBlocks: Block[] = [
  { id: "00000000-0000-4000-8000-000000000001", kind: "products", title: "", isRest: false },
  { id: "00000000-0000-4000-8000-000000000002", kind: "join" },
];
