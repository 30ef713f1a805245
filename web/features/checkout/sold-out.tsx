import { LinkButton } from "#web/ui/link-button.tsx";
import type { Product } from "./cart.ts";

/** In the place of the payment form: there is none left. */
export function SoldOut({ creator }: Pick<Product, "creator">) {
  return (
    <section
      aria-labelledby="sold-out"
      className="grid justify-items-start gap-4 rounded-2xl border border-border bg-card p-5 shadow-sm sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id="sold-out" className="text-base font-semibold">
          Sold out
        </h2>
        <p className="text-sm text-muted-foreground">
          There is none left at the moment. {creator.name} may add more: please look in again.
        </p>
      </div>
      <LinkButton variant="outline" href={`/u/${creator.handle}`}>
        See what else there is
      </LinkButton>
    </section>
  );
}
