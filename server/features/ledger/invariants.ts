import { deskInvariants } from "./desk-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { messageInvariants } from "./message-invariants.ts";
import { offerInvariants } from "./offer-invariants.ts";
import { orderInvariants } from "./order-invariants.ts";
import { paymentInvariants } from "./payment-invariants.ts";
import { shareInvariants } from "./share-invariants.ts";

/** Checked by `npm run audit`, every night, and at the end of every test that moves money. */
export const invariants: readonly Invariant[] = [
  ...paymentInvariants,
  ...orderInvariants,
  ...offerInvariants,
  ...shareInvariants,
  ...messageInvariants,
  ...deskInvariants,
];
