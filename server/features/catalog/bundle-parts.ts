/** SQL: the products (`part`) that a bundle consists of (`held`), of an alias of `products`. */
const partsOf = (bundle: string): string =>
  `bundle_parts held join products part on part.id = held.part_id where held.bundle_id = ${bundle}.id`;

const isOut = (product: string): string =>
  `${product}.track_inventory and not ${product}.allow_backorder and ${product}.inventory_quantity < 1`;

/**
 * SQL: whether none of a product (an alias of `products`) is left, and none can be ordered ahead: of a bundle, whether that is
 * so of any part. What `unless` says of the product that is out counts as left.
 */
export const isSoldOut = (product: string, unless?: (out: string) => string): string => {
  const isGone = (out: string) => `${isOut(out)}${unless ? ` and not ${unless(out)}` : ""}`;
  return `case when ${product}.type = 'BUNDLE' then exists (select from ${partsOf(product)} and ${isGone("part")}) else ${isGone(product)} end`;
};

/** SQL: what of a product is posted: itself, or a part of a bundle. */
export const isPosted = (product: string): string =>
  `case when ${product}.type = 'BUNDLE' then exists (select from ${partsOf(product)} and part.requires_shipping) else ${product}.requires_shipping end`;

/** SQL: of a bundle, how many parts it has, and what they cost by themselves where that is more; as JSON, null of anything else. */
export const bundleFields = (product: string): string => `case when ${product}.type = 'BUNDLE' then (
       select json_build_object('parts', count(*), 'worthCents',
                case when bool_and(part.state = 'PUBLISHED') and sum(part.price_cents) > ${product}.price_cents then sum(part.price_cents) end)
         from ${partsOf(product)}) end as bundle`;

/** SQL: a list of what a bundle consists of, in its order, as JSON: `fields` names what of each `part`. */
export const partList = (bundle: string, fields: string): string =>
  `coalesce((select json_agg(json_build_object(${fields}) order by held.position) from ${partsOf(bundle)}), '[]')`;

/** What tells people of a part; see `kindOfThing`. */
export const partFields = `'id', part.id, 'title', part.title, 'type', part.type, 'fileType', part.digital_file_type,
   'fileName', part.digital_file_name, 'fileSize', part.digital_file_size`;
