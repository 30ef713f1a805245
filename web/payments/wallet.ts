import type { Address } from "#contract/checkout/address-format.ts";
import type { Payable, PaymentFormHandle } from "./payment-form.tsx";

/** What a wallet's sheet shows and asks for. */
export type WalletOffer = WalletTotal & {
  payable: Payable;
  /** Only where goods are shipped: the sheet asks where to. */
  shipping?: {
    /** The codes of the countries that are served; null: every one. */
    countries: readonly string[] | null;
    /** The one that the total is for, as far as that is known. */
    country: string | null;
    /** The total for another one; undefined where that is not served. */
    priceTo: (country: string) => Promise<WalletTotal | undefined>;
  };
  /** A membership's bills after the first. */
  renewal?: { title: string; cents: number; interval: "month" | "year" };
  /** Typed already; only the sandbox's wallet has none of its own. */
  email: string;
};

/** What a sheet lists: lines and shipping sum up to the total. In cents. */
export type WalletTotal = {
  lines: readonly { title: string; cents: number }[];
  shippingCents: number;
  totalCents: number;
};

/** Who has approved a payment in a wallet. All of it was typed once, and proves nothing. */
export type WalletBuyer = { email: string; name: string; shippingAddress?: Address };

/** A payment that was approved in a wallet's sheet, and waits there to be charged or refused. */
export type WalletPayment = PaymentFormHandle & {
  buyer: WalletBuyer;
  /** The total that was approved. */
  shownCents: number;
  /** Aborted once the sheet is closed: before the confirmation went out, or after it. */
  closed: AbortSignal;
  /** Ends the sheet without a payment, and says why there, too. */
  refuse: (message: string) => void;
};

export type WalletButtonsProps = {
  offer: WalletOffer;
  /** Nothing can be bought at this moment: the price is being asked for, or a payment runs. */
  disabled: boolean;
  onApproved: (payment: WalletPayment) => void;
};
