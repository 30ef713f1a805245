import type { BlockKind } from "#contract/design/block-kinds.ts";
import type { Block } from "#contract/design/blocks.ts";

/** A block that lacks what it is about yet. */
export function newBlock(kind: BlockKind): Block {
  const id = crypto.randomUUID();
  switch (kind) {
    case "products":
      return { id, kind, title: "", isRest: false };
    case "product":
    case "event":
      return { id, kind, productId: null };
    case "group":
      return { id, kind, title: "", productIds: [] };
    case "link":
      return { id, kind, label: "", address: "" };
    case "social":
      return { id, kind, addresses: [""] };
    case "text":
      return { id, kind, document: { type: "doc", content: [{ type: "paragraph", content: [] }] } };
    case "picture":
      return { id, kind, imageId: null, alt: "", address: "" };
    case "video":
      return { id, kind, title: "", imageId: null, address: "" };
    case "testimonial":
      return { id, kind, reviewId: null };
    case "coupon":
      return { id, kind, title: "", couponId: null };
    case "join":
      return { id, kind };
    case "faq":
      return { id, kind, title: "", questions: [{ question: "", answer: "" }] };
    default:
      return kind satisfies never;
  }
}
