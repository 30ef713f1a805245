import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import {
  createOrderBump,
  deleteOrderBump,
  exportOrderBumps,
  listOrderBumps,
  reorderOrderBumps,
  updateOrderBump,
} from "#contract/offers/order-bumps.ts";
import {
  createUpsell,
  deleteUpsell,
  exportUpsells,
  listUpsells,
  reorderUpsells,
  updateUpsell,
} from "#contract/offers/upsells.ts";
import { callApi, type Output } from "#web/api.ts";
import type { OfferKind } from "./offer-kinds.ts";

type Bump = Output<typeof listOrderBumps>[number];
type Upsell = Output<typeof listUpsells>[number];
type Terms = Pick<
  Bump,
  | "id"
  | "title"
  | "description"
  | "discountType"
  | "discountValue"
  | "active"
  | "endsAt"
  | "offerPriceCents"
  | "obstacle"
  | "revision"
>;

/** An offer of either kind: the product it comes with (`carrierId`), the one it sells, and its place among the others. */
export type Offer = Terms &
  Pick<Bump, "shown" | "accepted" | "revenueCents"> & {
    carrierId: string;
    product: Bump["bumpProduct"];
    place: number;
  };

/** What an offer is written with. */
export type OfferInput = Omit<Terms, "id" | "offerPriceCents" | "obstacle" | "revision"> & {
  carrierId: string;
  productId: string;
  place: number;
};

type OfferCalls = {
  /** Every query of its lists begins with this. */
  listUrl: string;
  exportUrl: string;
  list: (carrierId: string, signal: AbortSignal) => Promise<Offer[]>;
  create: (input: OfferInput) => Promise<Offer>;
  update: (offer: Offer, input: OfferInput) => Promise<Offer>;
  setActive: (id: string, active: boolean) => Promise<Offer>;
  remove: (id: string) => Promise<unknown>;
  reorder: (carrierId: string, ids: string[]) => Promise<Offer[]>;
};

/** The calls of each kind, under the same names. */
export const offerCalls: Record<OfferKind, OfferCalls> = {
  "order-bumps": {
    listUrl: listOrderBumps.url,
    exportUrl: exportOrderBumps.url,
    list: async (mainProductId, signal) =>
      (await callApi(listOrderBumps, { querystring: { mainProductId } }, { signal })).map(ofBump),
    create: async (input) => ofBump(await callApi(createOrderBump, { body: toBump(input) })),
    update: async ({ id, revision }, input) =>
      ofBump(await callApi(updateOrderBump, { params: { id }, body: { ...toBump(input), revision } })),
    setActive: async (id, active) =>
      ofBump(await callApi(updateOrderBump, { params: { id }, body: { active } })),
    remove: (id) => callApi(deleteOrderBump, { params: { id } }),
    reorder: async (mainProductId, ids) =>
      (await callApi(reorderOrderBumps, { body: { mainProductId, ids } })).map(ofBump),
  },
  upsells: {
    listUrl: listUpsells.url,
    exportUrl: exportUpsells.url,
    list: async (triggerProductId, signal) =>
      (await callApi(listUpsells, { querystring: { triggerProductId } }, { signal })).map(ofUpsell),
    create: async (input) => ofUpsell(await callApi(createUpsell, { body: toUpsell(input) })),
    update: async ({ id, revision }, input) =>
      ofUpsell(await callApi(updateUpsell, { params: { id }, body: { ...toUpsell(input), revision } })),
    setActive: async (id, active) =>
      ofUpsell(await callApi(updateUpsell, { params: { id }, body: { active } })),
    remove: (id) => callApi(deleteUpsell, { params: { id } }),
    reorder: async (triggerProductId, ids) =>
      (await callApi(reorderUpsells, { body: { triggerProductId, ids } })).map(ofUpsell),
  },
};

/** What else shows offers. */
export const shownElsewhere = [listPublicOrderBumps];

/** Where the server's word about a field stands in the form. */
export const fieldOfInput: Partial<Record<string, keyof OfferInput>> = {
  mainProductId: "carrierId",
  triggerProductId: "carrierId",
  bumpProductId: "productId",
  upsellProductId: "productId",
  position: "place",
  sequence: "place",
  title: "title",
  description: "description",
  discountType: "discountType",
  discountValue: "discountValue",
  endsAt: "endsAt",
};

const ofBump = ({ mainProductId, bumpProduct, position, ...terms }: Bump): Offer => ({
  ...terms,
  carrierId: mainProductId,
  product: bumpProduct,
  place: position,
});
const ofUpsell = ({ triggerProductId, upsellProduct, sequence, ...terms }: Upsell): Offer => ({
  ...terms,
  carrierId: triggerProductId,
  product: upsellProduct,
  place: sequence,
});
const toBump = ({ carrierId, productId, place, ...terms }: OfferInput) => ({
  ...terms,
  mainProductId: carrierId,
  bumpProductId: productId,
  position: place,
});
const toUpsell = ({ carrierId, productId, place, ...terms }: OfferInput) => ({
  ...terms,
  triggerProductId: carrierId,
  upsellProductId: productId,
  sequence: place,
});
