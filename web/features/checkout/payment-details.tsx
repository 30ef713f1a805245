import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import type { getPaymentSetup } from "#contract/checkout/checkout.ts";
import type { Draft } from "#contract/checkout/draft.ts";
import type { Output } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { useResume } from "#web/network.ts";
import { PaymentForm, type PaymentFormHandle } from "#web/payments/payment-form.tsx";
import type { WalletBuyer, WalletPayment } from "#web/payments/wallet.ts";
import type { Amounts } from "./amounts.ts";
import { AskedConsent, AskedTime } from "./asked-parts.tsx";
import { type Product, reminderNotice } from "./cart.ts";
import { fieldNamed, leadTo, ownAmountName } from "./lead-to.ts";
import { EmailField } from "./email-field.tsx";
import { checkCard, emailWrong } from "./missing-fields.ts";
import { focusNextField } from "./focus-next-field.ts";
import { takeOver, useKeptFields } from "./kept-fields.ts";
import { PayButton } from "./pay-button.tsx";
import { ExpressPayment, ShippingFields } from "./payment-parts.ts";
import { PaymentMessages } from "./payment-messages.tsx";
import { PaymentTerms } from "./payment-terms.tsx";
import { shippingAddressIn } from "./shipping-address.ts";
import { typedText } from "./typed-text.ts";
import { usePurchase } from "./use-purchase.ts";
import type { Checkout } from "./use-checkout-session.ts";

type Props = {
  product: Product;
  setup: Output<typeof getPaymentSetup>;
  origin: string;
  checkout: Checkout;
  draft: Draft | null;
  amounts: Amounts;
  /** Why what is to be paid is not clear yet, as it is still being typed. */
  unclear: string | undefined;
  /** The same once Pay was pressed, until the amount changes. */
  askedAmount: string | undefined;
  /** The page says already why the last payment failed. */
  told: RefObject<boolean>;
  onPress: () => void;
  /** What may be added, where the page is too narrow to have it beside the form. */
  offers: ReactNode;
};

/** Who buys and how they pay. What costs nothing is got, not paid, and no word here is about payment. */
export function PaymentDetails(props: Props) {
  const { product, setup, origin, checkout, draft, amounts, unclear, askedAmount, told, onPress, offers } =
    props;
  const { totalCents, trial, isFree } = amounts;
  const { session, priced, opening, refusal, cart, change, keep, newer } = checkout;
  const [email, setEmail] = useState(draft?.email ?? "");
  const [leftEmail, setLeftEmail] = useState("");
  const [cardReady, setCardReady] = useState(false);
  const [sentTo, setSentTo] = useState<WalletBuyer["shippingAddress"]>();
  const form = useRef<HTMLFormElement>(null);
  const card = useRef<PaymentFormHandle>(null);
  const [asksEmail, setAsksEmail] = useState<string>();
  const purchase = usePurchase({
    productId: product.id,
    checkout,
    form,
    card,
    setup,
    origin,
    told,
  });

  // What was typed before the page's scripts arrived counts, too.
  const { nameProblem } = purchase;
  useEffect(() => {
    const fields = form.current;
    if (!fields) return;
    const typed = typedText(fields, "email");
    setEmail(typed);
    if (typed && document.activeElement !== fields.elements.namedItem("email")) change({ email: typed });
  }, [change]);

  useKeptFields(form, keep);
  useEffect(() => {
    if (!newer || !form.current) return;
    takeOver(form.current, newer);
    setEmail(typedText(form.current, "email"));
  }, [newer]);

  // The card's fields stand ready before anybody says who pays, and keep what was typed while the amount changes.
  const takesCard = session ? session.clientSecret !== null : totalCents > 0 || trial !== null;
  useEffect(() => {
    const field = form.current?.elements.namedItem("name");
    if (nameProblem && field instanceof HTMLInputElement) field.focus();
  }, [nameProblem]);

  // A price or a payment that could not be asked for; never the press of pay.
  useResume(refusal?.kind === "unreachable" && !opening, change);

  const emailProblem = (refusal?.kind === "email" ? refusal.message : undefined) ?? asksEmail;
  const isRefused = refusal?.kind === "earlier" || refusal?.kind === "refused";
  const ready =
    session !== undefined && !refusal && !opening && unclear === undefined && (!takesCard || cardReady);

  const enterEmail = () => {
    const typed = email.trim();
    if (typed && (typed !== cart.email || refusal)) change({ email: typed, buyAgain: false });
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!purchase.busy) void press(event.currentTarget);
  };

  /** Names all that is missing at once and leads to the first of it, in the order of the page; else it buys. */
  async function press(fields: HTMLFormElement) {
    onPress();
    const [typed, name] = [typedText(fields, "email"), typedText(fields, "name")];
    const emailField = fieldNamed("email", fields);
    const wrongEmail = emailWrong(emailField);
    setAsksEmail(wrongEmail);
    purchase.setNameProblem(name ? undefined : "Please enter your full name");
    purchase.setNotice(undefined);
    const asksCard = takesCard && !isRefused;
    const wrongCard = asksCard && (await checkCard(card.current));
    if (unclear !== undefined) return leadTo(fieldNamed(ownAmountName));
    if (wrongEmail) return leadTo(emailField);
    if (!name) return leadTo(fieldNamed("name", fields));
    if (isRefused) return leadTo(fields.querySelector<HTMLElement>("[role=alert]"));
    if (wrongCard) return wrongCard.isShown ? undefined : purchase.setProblem(wrongCard);
    await purchase.buy(
      {
        email: typed,
        name,
        ...(priced?.requiresShipping && { shippingAddress: shippingAddressIn(fields, name) }),
      },
      totalCents,
    );
  }

  /** What the wallet knows stands in the form, too: where it is declined, a card goes on from there. */
  const handleWallet = (approved: WalletPayment) => {
    const { email, name, shippingAddress } = approved.buyer;
    if (form.current) takeOver(form.current, { email, customerName: name });
    setEmail(email);
    setSentTo(shippingAddress);
    keep({ email, customerName: name, ...(shippingAddress && { shippingAddress }) });
    void purchase.buyByWallet(approved);
  };

  /** While nothing can be sent yet, Enter goes on to the next field, as a phone's keyboard promises. */
  const handleEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    if (ready && email.trim() === cart.email) return;
    event.preventDefault();
    focusNextField(event.currentTarget);
  };

  return (
    <section
      aria-labelledby="payment-details"
      className="rounded-2xl border border-border bg-card p-5 shadow-sm sm:p-6"
    >
      <h2 id="payment-details" className="text-base font-semibold">
        {isFree ? "Your Details" : "Payment Details"}
      </h2>
      {takesCard && !isRefused && priced && priced.totalCents > 0 && (
        <Suspense fallback={<div className="h-32" />}>
          <ExpressPayment
            product={product}
            setup={setup}
            priced={priced}
            cart={cart}
            email={email}
            disabled={purchase.busy || checkout.asking || unclear !== undefined}
            onApproved={handleWallet}
          />
        </Suspense>
      )}
      <form
        ref={form}
        className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5"
        noValidate
        onSubmit={handleSubmit}
      >
        <EmailField
          problem={emailProblem}
          notice={reminderNotice(product)}
          left={leftEmail}
          kept={draft?.email}
          onType={(typed) => {
            setLeftEmail("");
            setAsksEmail(undefined);
            setEmail(typed);
          }}
          onLeave={() => {
            setLeftEmail(email);
            enterEmail();
          }}
          onEnter={handleEnter}
          onTake={(meant) => {
            setLeftEmail("");
            change({ email: meant, buyAgain: false });
          }}
        />
        <Field label="Full Name" required error={purchase.nameProblem}>
          <Input
            name="name"
            onChange={() => purchase.setNameProblem(undefined)}
            onKeyDown={handleEnter}
            autoComplete="name"
            enterKeyHint="next"
            placeholder="Your full name"
            defaultValue={draft?.customerName}
          />
        </Field>

        {priced?.requiresShipping && (
          <Suspense>
            <ShippingFields
              key={JSON.stringify(sentTo)}
              start={sentTo ?? (newer ?? draft)?.shippingAddress ?? {}}
              problems={purchase.shippingProblems}
              checkout={checkout}
              disabled={purchase.busy}
            />
          </Suspense>
        )}
        <AskedTime product={product} refused={purchase.notice} disabled={purchase.busy} />
        <div className="empty:hidden lg:hidden">{offers}</div>
        {takesCard && !isRefused && (
          <PaymentForm
            ref={card}
            setup={setup}
            payable={{
              cents: totalCents,
              currency: product.currency,
              recurring: product.type === "MEMBERSHIP",
              keepsCardOnly: trial !== null,
            }}
            onReady={setCardReady}
            disabled={purchase.busy}
          />
        )}
        {session && takesCard && <AskedConsent product={product} />}
        <PaymentMessages
          checkout={checkout}
          email={email}
          isFree={isFree}
          purchase={purchase}
          askedAmount={askedAmount}
          onContinue={() => void purchase.goToBank({ email: cart.email })}
        />
        <PayButton
          busy={purchase.busy}
          checking={purchase.state === "checking"}
          updating={opening && session !== undefined}
          isFree={isFree}
          isTrial={trial !== null}
          total={`${formatMoney(totalCents, product.currency)}${amounts.shipping?.cents === null ? " + shipping" : ""}`}
        />
        <PaymentTerms product={product} amounts={amounts} takesCard={takesCard} />
      </form>
    </section>
  );
}
