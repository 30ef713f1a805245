import { LinkButton } from "#web/ui/link-button.tsx";
import type { Product } from "./cart.ts";

/** A course that nobody has put a lesson into yet, or whose last one was deleted. */
export const isEmptyCourse = ({ type, modules }: Pick<Product, "type" | "modules">): boolean =>
  type === "COURSE" && modules.every(({ lessons }) => lessons.length === 0);

/** In the place of the payment form: there is none left, or nothing in it yet. */
export function NotForSale({ product }: { product: Product }) {
  const { creator } = product;
  const [title, text] = isEmptyCourse(product)
    ? [
        "Not on sale yet",
        `This course has no lessons yet. ${creator.name} may add them: please look in again.`,
      ]
    : ["Sold out", `There is none left at the moment. ${creator.name} may add more: please look in again.`];
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
      <LinkButton variant="outline" href={`/u/${creator.handle}`}>
        See what else there is
      </LinkButton>
    </section>
  );
}
