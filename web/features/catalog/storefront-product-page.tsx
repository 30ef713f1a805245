import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { Creator } from "#contract/accounts/accounts.ts";
import { StorefrontFaq } from "#web/layout/storefront-faq.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { DataScript } from "#web/ui/data-script.tsx";
import { EventDate } from "#web/ui/event-date.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { canBeAwaited, goneWord } from "./gone-word.ts";
import { pageData } from "./product-data.ts";
import { productTypeLabel } from "./product-type.ts";
import type { ProductPage, PublicProduct } from "./shown-product.ts";
import { StorefrontBuyBar, StorefrontBuyCard, StorefrontPromises } from "./storefront-buy.tsx";
import { StorefrontFooter } from "./storefront-footer.tsx";
import { StorefrontGallery } from "./storefront-gallery.tsx";
import { StorefrontIncluded } from "./storefront-included.tsx";
import { StorefrontPrice } from "./storefront-price.tsx";
import { StorefrontProductCard } from "./storefront-product-card.tsx";
import { StorefrontRating } from "./storefront-rating.tsx";
import { StorefrontWait } from "./storefront-wait.tsx";

type Props = {
  product: ProductPage;
  creator: Creator;
  /** What else the creator sells. */
  related: readonly PublicProduct[];
  /** What buyers say of it; nothing where nobody has said anything. */
  reviews: ReactNode;
  origin: string;
};

/** The page of one product at /u/{handle}/{slug}: all that a buyer wants to know before paying. Works without a script. */
export function StorefrontProductPage({ product, creator, related, reviews, origin }: Props) {
  return (
    <>
      <main className="mx-auto max-w-6xl px-5 pt-3 pb-16 sm:px-8 sm:pt-6">
        <a
          href={`/u/${creator.handle}`}
          className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm font-medium text-muted-foreground hover:text-foreground"
        >
          <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
          <bdi className="wrap-anywhere">{creator.name}</bdi>
        </a>
        <div className="mt-2 grid items-start gap-x-12 gap-y-10 lg:mt-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 gap-10">
            <div className="grid gap-6">
              <StorefrontGallery product={product} />
              <div className="grid gap-3">
                <div className="flex flex-wrap gap-2">
                  <Badge tone="brand">{productTypeLabel[product.type]}</Badge>
                  {goneWord(product) && <Badge>{goneWord(product)}</Badge>}
                </div>
                <h1
                  dir="auto"
                  className="text-3xl leading-tight font-semibold tracking-tight wrap-anywhere sm:text-4xl"
                >
                  {product.title}
                </h1>
                <div className="flex flex-wrap items-baseline gap-x-5 gap-y-2">
                  <div className="lg:hidden">
                    <StorefrontPrice product={product} className="text-xl" />
                  </div>
                  {product.rating && <StorefrontRating rating={product.rating} href="#reviews" />}
                </div>
                <EventDate event={product} />
                {product.eventZone && (
                  <p className="text-sm text-muted-foreground">Checkout shows it in your own time zone.</p>
                )}
                {product.descriptionHtml && (
                  <RichText html={product.descriptionHtml} className="mt-2 max-w-prose" />
                )}
                {canBeAwaited(product) && (
                  <div
                    id="tell-me"
                    className="store-box mt-2 scroll-mt-6 rounded-2xl border border-border bg-card p-5 shadow-sm lg:hidden"
                  >
                    <StorefrontWait product={product} creator={creator} />
                  </div>
                )}
                <div className="mt-2 lg:hidden">
                  <StorefrontPromises product={product} />
                </div>
              </div>
            </div>
            <StorefrontIncluded product={product} />
            {product.questions.length > 0 && <Questions product={product} />}
            {reviews}
            <AboutCreator creator={creator} />
          </div>
          <StorefrontBuyCard product={product} />
        </div>
        {related.length > 0 && (
          <section aria-labelledby="related" className="mt-14">
            <h2 id="related" className="text-xl font-semibold tracking-tight wrap-anywhere">
              More from <bdi>{creator.name}</bdi>
            </h2>
            <ul className="store-products mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {related.map((other) => (
                <StorefrontProductCard key={other.id} product={other} handle={creator.handle} eager={false} />
              ))}
            </ul>
          </section>
        )}
      </main>
      <StorefrontBuyBar product={product} />
      <StorefrontFooter creator={creator} slug={product.slug} />
      <DataScript type="application/ld+json" data={pageData(product, creator, origin)} />
      <DataScript
        type="speculationrules"
        data={{ prefetch: [{ where: { href_matches: "/checkout/*" }, eagerness: "moderate" }] }}
      />
    </>
  );
}

/** What others asked before; each opens to its answer. */
function Questions({ product: { questions } }: { product: ProductPage }) {
  return (
    <section aria-labelledby="questions" className="grid gap-4">
      <h2 id="questions" className="text-xl font-semibold tracking-tight">
        Questions and answers
      </h2>
      <StorefrontFaq className="rounded-2xl border border-border" questions={questions} />
    </section>
  );
}

/** Who sells it, in a few lines, and the way to the rest of their store. */
function AboutCreator({ creator }: { creator: Creator }) {
  const { avatar, name, handle, tagline, bio } = creator;
  return (
    <section aria-labelledby="creator" className="grid gap-4">
      <h2 id="creator" className="text-xl font-semibold tracking-tight">
        Who makes it
      </h2>
      <div className="flex items-start gap-4">
        {avatar && (
          <picture className="shrink-0">
            <source type="image/avif" srcSet={avatar.avif} sizes="4rem" />
            <source type="image/webp" srcSet={avatar.webp} sizes="4rem" />
            <img
              src={avatar.src}
              alt=""
              width={64}
              height={64}
              loading="lazy"
              className="store-portrait-small size-16 rounded-full object-cover"
            />
          </picture>
        )}
        <div className="grid min-w-0 gap-1">
          <a
            href={`/u/${handle}`}
            className="inline-flex min-h-11 w-fit items-center font-semibold underline-offset-4 wrap-anywhere hover:underline"
          >
            <bdi>{name}</bdi>
          </a>
          {tagline && (
            <p dir="auto" className="text-muted-foreground wrap-anywhere">
              {tagline}
            </p>
          )}
          {bio && (
            <p
              dir="auto"
              className="mt-1 line-clamp-4 max-w-prose text-sm leading-relaxed wrap-anywhere whitespace-pre-line text-muted-foreground"
            >
              {bio}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
