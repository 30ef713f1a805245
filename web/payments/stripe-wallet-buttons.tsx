import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  ClickResolveDetails,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
} from "@stripe/stripe-js";
import { useEffect, useRef, useState } from "react";
import { countryCodes } from "#contract/checkout/countries.ts";
import { confirmWithStripe, currentAppearance, elementsOptions, stripeOf } from "./stripe-elements.ts";
import { failedPayment } from "./stripe-refusals.ts";
import type { WalletBuyer, WalletButtonsProps, WalletOffer, WalletTotal } from "./wallet.ts";

type Props = WalletButtonsProps & {
  publishableKey: string;
  /** Whether there is a wallet on this device; not called before that is known. */
  onKnown: (isThere: boolean) => void;
};

/**
 * Apple Pay, Google Pay and Link, as far as this device has them, by an Express Checkout Element of its own: together with
 * the card's fields these would have to be filled in, too.
 */
export function StripeWalletButtons({ publishableKey, ...props }: Props) {
  const [appearance] = useState(currentAppearance);
  return (
    <Elements
      stripe={stripeOf(publishableKey)}
      options={{ ...elementsOptions(props.offer.payable), appearance }}
    >
      <Buttons {...props} />
    </Elements>
  );
}

function Buttons({ offer, disabled, onApproved, onKnown }: Omit<Props, "publishableKey">) {
  const stripe = useStripe();
  const elements = useElements();
  const shownCents = useRef(0);
  const sheet = useRef<AbortController>(undefined);
  const known = useRef(onKnown);
  useEffect(() => {
    known.current = onKnown;
  });
  useEffect(() => {
    // In some browsers inside other apps Google Pay loads for ever.
    const timer = setTimeout(() => known.current(false), loadsWithinMs);
    return () => clearTimeout(timer);
  }, []);

  /** Answered from what is known already: Stripe waits a second, and Safari not at all. */
  const handleClick = ({ resolve, reject }: StripeExpressCheckoutElementClickEvent) => {
    if (disabled) return reject();
    sheet.current = undefined;
    shownCents.current = offer.payable.cents;
    resolve(sheetOf(offer));
  };

  /** What the sheet shows is what is charged: its total follows its country, and no country that is not served is taken. */
  const handleAddress = async ({
    address,
    resolve,
    reject,
  }: StripeExpressCheckoutElementShippingAddressChangeEvent) => {
    const total = await offer.shipping?.priceTo(address.country).catch(() => undefined);
    if (!total || !elements) return reject();
    await elements.update({ amount: total.totalCents });
    shownCents.current = total.totalCents;
    resolve({ lineItems: itemsOf(total), shippingRates: [rateOf(total)] });
  };

  const handleConfirm = (event: StripeExpressCheckoutElementConfirmEvent) => {
    if (!stripe || !elements) return event.paymentFailed();
    const closing = (sheet.current = new AbortController());
    const submitted = elements.submit();
    onApproved({
      buyer: buyerOf(event),
      shownCents: shownCents.current,
      closed: closing.signal,
      async check() {
        const { error } = await submitted;
        return error && { ...failedPayment(error), isShown: false };
      },
      async confirm({ returnUrl, clientSecret }) {
        if (!clientSecret) throw new Error("there is no payment to confirm");
        // Name and address are the wallet's own.
        const confirmParams = { return_url: returnUrl };
        return confirmWithStripe(stripe, { elements, clientSecret, confirmParams, redirect: "if_required" });
      },
      refuse: (message) => event.paymentFailed({ reason: "fail", message }),
    });
  };

  return (
    <ExpressCheckoutElement
      options={{
        buttonHeight: 48,
        emailRequired: true,
        billingAddressRequired: true,
        shippingAddressRequired: offer.shipping !== undefined,
        ...(offer.shipping && {
          allowedShippingCountries: [...(offer.shipping.countries ?? countryCodes)],
          shippingRates: [rateOf(offer)],
        }),
        paymentMethods: { amazonPay: "never", klarna: "never", paypal: "never" },
      }}
      onReady={({ availablePaymentMethods }) => onKnown(availablePaymentMethods !== undefined)}
      onLoadError={() => onKnown(false)}
      onClick={handleClick}
      onShippingAddressChange={(event) => void handleAddress(event)}
      onConfirm={handleConfirm}
      onCancel={() => sheet.current?.abort()}
    />
  );
}

const loadsWithinMs = 3_000;

/** The one way of sending there is. */
const rateOf = ({ shippingCents }: Pick<WalletTotal, "shippingCents">) => ({
  id: "shipping",
  amount: shippingCents,
  displayName: shippingCents === 0 ? "Free shipping" : "Shipping",
});

const itemsOf = ({ lines }: Pick<WalletTotal, "lines">) =>
  lines.map(({ title, cents }) => ({ name: title, amount: cents }));

function sheetOf(offer: WalletOffer): ClickResolveDetails {
  const { shipping, renewal } = offer;
  return {
    lineItems: itemsOf(offer),
    ...(shipping && { shippingRates: [rateOf(offer)] }),
    // With it the wallet keeps a token for the merchant, which outlives the phone.
    ...(renewal && {
      applePay: {
        recurringPaymentRequest: {
          paymentDescription: renewal.title,
          managementURL: new URL("/members", location.origin).href,
          regularBilling: {
            label: renewal.title,
            amount: renewal.cents,
            recurringPaymentIntervalUnit: renewal.interval,
            recurringPaymentIntervalCount: 1,
          },
        },
      },
    }),
  };
}

function buyerOf({
  billingDetails,
  shippingAddress,
}: Pick<StripeExpressCheckoutElementConfirmEvent, "billingDetails" | "shippingAddress">): WalletBuyer {
  const name = billingDetails?.name || shippingAddress?.name || "";
  return {
    email: billingDetails?.email ?? "",
    name,
    ...(shippingAddress && {
      shippingAddress: {
        name: shippingAddress.name || name,
        line1: shippingAddress.address.line1,
        line2: shippingAddress.address.line2 ?? "",
        city: shippingAddress.address.city,
        region: shippingAddress.address.state,
        postalCode: shippingAddress.address.postal_code,
        country: shippingAddress.address.country,
      },
    }),
  };
}
