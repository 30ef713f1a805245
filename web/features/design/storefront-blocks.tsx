import { ExternalLink } from "lucide-react";
import { type ComponentType, createElement, Fragment, type ReactNode } from "react";
import type { StoreLayout } from "#contract/design/looks.ts";
import { networkNames, networkOf } from "#contract/design/networks.ts";
import { StorefrontFaq } from "#web/layout/storefront-faq.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { filledBlocks, type FilledBlock, type ShownBlock } from "./shown-blocks.ts";
import { StorefrontCoupon } from "./storefront-coupon.tsx";
import { StorefrontNetworkIcon } from "./storefront-network-icon.tsx";
import { StorefrontPicture, StorefrontVideo } from "./storefront-picture.tsx";
import { outsideLink } from "./outside-link.ts";

export type Shelved = Parameters<typeof filledBlocks>[1][number] & { slug: string };

type ShelfProps<Product> = { products: readonly Product[]; handle: string; layout: StoreLayout | undefined };

/** What the page is put together from: parts of other features, which the route brings. */
type BlockParts<Product> = {
  /** All products, with a heading. */
  Shelf: ComponentType<ShelfProps<Product> & { title: string }>;
  /** Products without one. */
  Products: ComponentType<ShelfProps<Product> & { eager: number; className: string }>;
  Stars: ComponentType<{ rating: number }>;
};

type Props<Product> = {
  blocks: readonly ShownBlock[];
  /** What is on sale, in the order of the shelf. */
  products: readonly Product[];
  handle: string;
  layout: StoreLayout | undefined;
  parts: BlockParts<Product>;
  /** The way onto the mailing list; null where it is closed. */
  join: ReactNode;
};

/** What a store's page is made of, from top to bottom. Works without a script, and loads nothing of others. */
export function StorefrontBlocks<Product extends Shelved>({
  blocks,
  products,
  handle,
  layout,
  parts,
  join,
}: Props<Product>) {
  const filled = filledBlocks(blocks, products);
  const hasShelf = blocks.some(({ kind }) => kind === "products");
  return filled.map((each) => {
    const { block } = each;
    if (block.kind === "products")
      return (
        <parts.Shelf
          key={block.id}
          products={each.products}
          title={block.title}
          handle={handle}
          layout={layout}
        />
      );
    if (block.kind === "join") return <Fragment key={block.id}>{join}</Fragment>;
    return (
      <section
        key={block.id}
        className="store-block"
        data-block={block.kind}
        aria-labelledby={hasHeading(block) ? `h-${block.id}` : undefined}
      >
        {block.kind === "coupon" ? (
          <StorefrontCoupon block={block} products={products} handle={handle} hasShelf={hasShelf} />
        ) : (
          <Inside {...each} block={block} parts={parts} handle={handle} layout={layout} />
        )}
      </section>
    );
  });
}

type InsideProps<Product> = FilledBlock<Product> & {
  block: Exclude<ShownBlock, { kind: "products" | "join" | "coupon" }>;
  handle: string;
  layout: StoreLayout | undefined;
  parts: BlockParts<Product>;
};

function Inside<Product>({ block, products, handle, layout, parts }: InsideProps<Product>) {
  switch (block.kind) {
    case "product":
    case "event":
    case "group":
      return (
        <>
          <Heading
            id={block.id}
            isHidden={block.kind === "product" || (block.kind === "group" && !block.title)}
          >
            {block.kind === "group"
              ? block.title || "Products"
              : block.kind === "event"
                ? "Coming up"
                : "Featured"}
          </Heading>
          {block.kind === "event" && <p className="store-block-note">On sale until it begins</p>}
          <parts.Products
            products={products}
            handle={handle}
            layout={layout}
            eager={0}
            className={block.kind !== "group" || products.length === 1 ? "store-one" : ""}
          />
        </>
      );
    case "link":
      return (
        <a className="store-link" {...outsideLink(block.address)}>
          <bdi>{block.label}</bdi>
          {!block.address.startsWith("/") && <ExternalLink aria-hidden="true" />}
        </a>
      );
    case "social":
      return (
        <ul className="store-social">
          {block.addresses.map((address, index) => (
            <li key={`${index} ${address}`}>
              <a {...outsideLink(address)} aria-label={socialLabel(address)}>
                <StorefrontNetworkIcon network={networkOf(address)} />
              </a>
            </li>
          ))}
        </ul>
      );
    case "text":
      return <RichText html={block.html} className="store-text" />;
    case "picture":
      return <StorefrontPicture block={block} />;
    case "video":
      return <StorefrontVideo block={block} />;
    case "testimonial":
      return (
        <figure className="store-quote store-box">
          <parts.Stars rating={block.rating} />
          {block.text && (
            <blockquote dir="auto" className="store-quote-text">
              {block.text}
            </blockquote>
          )}
          <figcaption>
            <bdi>{block.authorName || "Verified buyer"}</bdi>, on <bdi>{block.productTitle}</bdi>
          </figcaption>
        </figure>
      );
    case "faq":
      return (
        <>
          <Heading id={block.id}>
            <bdi>{block.title || "Questions and answers"}</bdi>
          </Heading>
          <StorefrontFaq name={`faq-${block.id}`} className="store-faq" questions={block.questions} />
        </>
      );
    default:
      return block satisfies never;
  }
}

const hasHeading = ({ kind }: ShownBlock) => ["product", "event", "group", "coupon", "faq"].includes(kind);

function Heading({
  id,
  isHidden = false,
  children,
}: {
  id: string;
  isHidden?: boolean;
  children: ReactNode;
}) {
  return createElement(
    "h2",
    { id: `h-${id}`, dir: "auto", className: isHidden ? "sr-only" : "store-block-title" },
    children,
  );
}

/** "Instagram"; "example.com" for what is no network that is known. */
function socialLabel(address: string): string {
  const network = networkOf(address);
  if (network !== "website") return networkNames[network];
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : "More";
}
