import { isolated } from "#contract/isolated.ts";
import { endText } from "#contract/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { isEmptyCourse, lacksPart } from "./lacks-content.ts";
import type { Product } from "./cart.ts";

/** In the place of the payment form: it is not open yet, there is none left, nothing in it yet, or it has begun. */
export function NotForSale({ product }: { product: Product }) {
  const { creator } = product;
  const isToCome = product.comingSoon && !product.hasBegun;
  const opens =
    product.opensAt && product.opensZone && ` It opens ${endText(product.opensAt, product.opensZone)}.`;
  const [title, text] = isToCome
    ? ["Not open yet", `${isolated(product.title)} cannot be bought yet.${opens ?? ""}`]
    : isEmptyCourse(product)
      ? [
          "Not on sale yet",
          `This course has no lessons yet. ${isolated(creator.name)} may add them: please look in again.`,
        ]
      : lacksPart(product)
        ? [
            "Not on sale at the moment",
            `A product in this bundle is not on sale. ${isolated(creator.name)} may bring it back: please look in again.`,
          ]
        : product.hasBegun
          ? ["It has begun", `${isolated(product.title)} is not sold any more.`]
          : [
              "Sold out",
              `There is none left at the moment. ${isolated(creator.name)} may add more: please look in again.`,
            ];
  return (
    <section
      aria-labelledby="not-for-sale"
      className="grid justify-items-start gap-4 rounded-2xl border border-border bg-card p-5 shadow-sm sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id="not-for-sale" className="text-base font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted-foreground">{text}</p>
      </div>
      {isToCome && (
        <LinkButton variant="brand" size="lg" href={`/u/${creator.handle}/join?product=${product.id}`}>
          Tell me when it opens
        </LinkButton>
      )}
      <LinkButton variant="outline" href={`/u/${creator.handle}`}>
        See what else there is
      </LinkButton>
    </section>
  );
}
