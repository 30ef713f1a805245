import type { Creator } from "#contract/accounts/accounts.ts";
import type { ProductPage } from "./shown-product.ts";
import { productPath } from "./store-paths.ts";

/** Title, description and the card that a shared link of a product shows. */
export function productHead(product: ProductPage, creator: Creator, origin: string) {
  const path = productPath(creator.handle, product);
  const description = firstWords(product.description) || `${product.title} by ${creator.name}`;
  return {
    meta: [
      { title: `${product.title} | ${creator.name}` },
      { name: "description", content: description },
      { property: "og:type", content: "product" },
      { property: "og:title", content: product.title },
      { property: "og:description", content: description },
      { property: "og:url", content: origin + path },
      { property: "og:image", content: `${origin}/og${path}.jpg` },
      { property: "og:image:width", content: "1200" },
      { property: "og:image:height", content: "630" },
      { property: "og:image:alt", content: product.title },
      { name: "twitter:card", content: "summary_large_image" },
    ],
    links: [{ rel: "canonical", href: origin + path }],
  };
}

/** The first 160 characters, in one line and not within a word. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 160 ? line : `${line.slice(0, 160).replace(/\s\S*$/, "")}…`;
}
