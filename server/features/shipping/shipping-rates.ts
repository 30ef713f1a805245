import type { ShippingRate } from "#contract/shipping/served-countries.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { lockCreator } from "#server/database/lock-creator.ts";
import { Conflict } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** Where a creator ships to, by the countries' codes, everywhere else last. */
export const listShippingRates = hotStatement("shipping_list_rates")<
  ShippingRate,
  [ownerId: string]
>(`select country, first_cents as "firstCents", further_cents as "furtherCents"
     from shipping_rates where owner_id = $1 order by length(country), country`);

/** The country that a creator's parcels are sent from. */
export async function getShippingOrigin({ pool }: Pick<Services, "pool">, ownerId: string) {
  const [row] = await selectOrigin(pool, ownerId);
  return { country: row?.country ?? null };
}

/** Sets the country that parcels are sent from: whoever is last has chosen it. */
export async function saveShippingOrigin(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  country: string,
) {
  await updateOrigin(pool, ownerId, country, clock.now());
  return { country };
}

/** Sets the rate of one country: whoever is last has chosen it. */
export async function saveShippingRate(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  { country, firstCents, furtherCents }: ShippingRate,
): Promise<ShippingRate[]> {
  await upsertRate(pool, ownerId, country, firstCents, furtherCents);
  return listShippingRates(pool, ownerId);
}

/**
 * Takes a country's own rate away; one that is not there is no error. Throws 409 for the last one while something that is
 * shipped is on sale: it could be bought by nobody any more.
 */
export async function deleteShippingRate(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  country: string,
): Promise<ShippingRate[]> {
  return inTransaction(pool, async (client) => {
    // Of two that are taken away at one moment, the second sees that it is the last.
    await lockCreator(client, ownerId);
    await removeRate(client, ownerId, country);
    const left = await listShippingRates(client, ownerId);
    if (left.length === 0 && (await selectShippedProduct(client, ownerId)).length > 0)
      throw Conflict(
        "Something that you ship is on sale, and has to ship somewhere. Add another rate first, or take it off sale.",
        "LAST_RATE",
      );
    return left;
  });
}

const selectOrigin = statement("shipping_select_origin")<{ country: string | null }, [ownerId: string]>(
  "select ships_from as country from users where id = $1",
);

const updateOrigin = statement("shipping_update_origin")<
  never,
  [ownerId: string, country: string, now: Date]
>("update users set ships_from = $2, updated_at = $3 where id = $1");

const upsertRate = statement("shipping_upsert_rate")<
  never,
  [ownerId: string, country: string, firstCents: number, furtherCents: number]
>(`insert into shipping_rates (owner_id, country, first_cents, further_cents) values ($1, $2, $3, $4)
   on conflict (owner_id, country) do update set first_cents = excluded.first_cents, further_cents = excluded.further_cents`);

const removeRate = statement("shipping_remove_rate")<never, [ownerId: string, country: string]>(
  "delete from shipping_rates where owner_id = $1 and country = $2",
);

const selectShippedProduct = statement("shipping_select_product_on_sale")<{ id: string }, [ownerId: string]>(
  "select id from products where owner_id = $1 and requires_shipping and state = 'PUBLISHED' limit 1",
);
