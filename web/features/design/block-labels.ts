import {
  CalendarClock,
  Film,
  Image,
  LayoutGrid,
  Link,
  type LucideIcon,
  Mail,
  MessageCircleQuestion,
  Package,
  Quote,
  Share2,
  Shapes,
  TextInitial,
  TicketPercent,
} from "lucide-react";
import { isolated } from "#contract/isolated.ts";
import type { BlockKind } from "#contract/design/block-kinds.ts";
import type { Block } from "#contract/design/blocks.ts";
import { documentText } from "#contract/document/document-text.ts";

export const blockLabels: Readonly<Record<BlockKind, { label: string; about: string; icon: LucideIcon }>> = {
  products: { label: "All products", about: "What is on sale", icon: LayoutGrid },
  product: { label: "One product", about: "Large, by itself", icon: Package },
  group: { label: "Group of products", about: "With a title", icon: Shapes },
  link: { label: "Link", about: "A button to anywhere", icon: Link },
  social: { label: "Networks", about: "Signs of where else you are", icon: Share2 },
  text: { label: "Text", about: "A few words of your own", icon: TextInitial },
  picture: { label: "Picture", about: "That may lead somewhere", icon: Image },
  video: { label: "Video", about: "A picture that opens it", icon: Film },
  testimonial: { label: "Review", about: "What a buyer wrote", icon: Quote },
  event: { label: "Event", about: "Until it begins", icon: CalendarClock },
  coupon: { label: "Coupon", about: "Until it ends", icon: TicketPercent },
  join: { label: "Mailing list", about: "The way onto it", icon: Mail },
  faq: { label: "Questions", about: "With their answers", icon: MessageCircleQuestion },
};

/** What a block says of itself in the list of them; `nameOf` knows the titles of products. */
export function blockName(block: Block, nameOf: (id: string) => string | undefined): string {
  const { label } = blockLabels[block.kind];
  const about = aboutOf(block, nameOf);
  return about
    ? `${label}: ${isolated(about.length > 60 ? `${about.slice(0, 60).toWellFormed()}…` : about)}`
    : label;
}

function aboutOf(block: Block, nameOf: (id: string) => string | undefined): string | undefined {
  switch (block.kind) {
    case "products":
    case "group":
    case "video":
    case "faq":
    case "coupon":
      return block.title;
    case "product":
    case "event":
      return block.productId === null ? undefined : nameOf(block.productId);
    case "link":
      return block.label || block.address;
    case "text":
      return documentText(block.document).split("\n", 1)[0];
    case "picture":
      return block.alt;
    default:
      return undefined;
  }
}
