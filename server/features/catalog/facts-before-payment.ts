import { isPosted } from "./bundle-parts.ts";

/** SQL: from where a product is sent, and for how much, as the contract's JSON; null where nothing is sent, or nowhere yet. */
export const shippingOf = (product: string, user: string): string =>
  `case when ${isPosted(product)} then (
     select json_build_object('from', ${user}.ships_from, 'leastCents', min(r.first_cents), 'mostCents', max(r.first_cents),
              'countries', case when not bool_or(r.country = 'ELSEWHERE') then count(*) end)
       from shipping_rates r where r.owner_id = ${user}.id having count(*) > 0) end`;

/** SQL: how many seats of an event can still be bought; null for other products, and where seats are not counted. */
export const seatsLeft = (product: string): string =>
  `case when ${product}.type = 'EVENT' and ${product}.track_inventory and not ${product}.allow_backorder
        then greatest(${product}.inventory_quantity, 0) end`;
