import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { confirmInSandbox } from "./confirm-in-sandbox.ts";
import type { WalletBuyer, WalletOffer, WalletPayment, WalletTotal } from "./wallet.ts";

type Props = {
  /** As it was when the sheet was opened: it changes under its buyer only with the country that they choose. */
  offer: WalletOffer;
  onApproved: (payment: WalletPayment) => void;
  onClose: () => void;
};

/** The sheet of the sandbox's wallet, which behaves as one of a phone does; its cards are the sandbox's test cards. */
export function SandboxWalletSheet({ offer, onApproved, onClose }: Props) {
  const [isApproved, setApproved] = useState(false);
  const sheet = useRef<AbortController>(undefined);
  const { payable, shipping } = offer;
  const [country, setCountry] = useState(shipping?.country ?? startsIn);
  /** For the country; null while it is asked for, undefined where that is not served. */
  const [total, setTotal] = useState<WalletTotal | null | undefined>(
    shipping && shipping.country !== country ? null : offer,
  );
  const { lines, shippingCents, totalCents } = total ?? offer;
  const priceTo = shipping?.priceTo;
  useEffect(() => {
    if (!priceTo || total !== null) return;
    let isOver = false;
    void priceTo(country)
      .catch(() => undefined)
      .then((priced) => !isOver && setTotal(priced));
    return () => {
      isOver = true;
    };
  }, [priceTo, country, total]);
  const money = (cents: number) => formatMoney(cents, payable.currency);

  const close = () => {
    sheet.current?.abort();
    onClose();
  };
  const approve = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!total) return;
    const typed = new FormData(event.currentTarget);
    const value = (name: string) => {
      const entry = typed.get(name);
      return typeof entry === "string" ? entry.trim() : "";
    };
    const chosen = cards.find(({ text }) => text === value("card")) ?? cards[0];
    const closing = (sheet.current = new AbortController());
    setApproved(true);
    onApproved({
      buyer: buyerOf(value, shipping !== undefined),
      shownCents: totalCents,
      closed: closing.signal,
      check: async () => undefined,
      async confirm({ returnUrl, clientSecret }) {
        if (!clientSecret) throw new Error("there is no payment to confirm");
        await new Promise((resolve) => setTimeout(resolve, chosen.afterMs));
        const card = { number: chosen.number, expiry: "12/40", cvc: "123" };
        return (await confirmInSandbox({ clientSecret, card, returnUrl })).outcome;
      },
      refuse: onClose,
    });
  };

  return (
    <Dialog
      open
      size="sm"
      title="Sandbox Wallet"
      description="A test wallet: no real card is charged."
      // Once approved, what became of it is said on the page, and has the focus.
      returnsFocus={!isApproved}
      onOpenChange={close}
    >
      <form className="grid gap-4" onSubmit={approve}>
        <dl className="grid gap-2 rounded-xl border border-border px-4 py-3 text-sm">
          {lines.map(({ title, cents }) => (
            <div key={title} className="flex justify-between gap-4 text-muted-foreground">
              <dt className="min-w-0 break-words">{title}</dt>
              <dd>{money(cents)}</dd>
            </div>
          ))}
          {shipping && (
            <div className="flex justify-between gap-4 text-muted-foreground">
              <dt>Shipping</dt>
              <dd>{total ? (shippingCents === 0 ? "Free shipping" : money(shippingCents)) : "…"}</dd>
            </div>
          )}
          <div className="flex justify-between gap-4 font-semibold">
            <dt>Total</dt>
            <dd>{total ? money(totalCents) : "…"}</dd>
          </div>
        </dl>
        <fieldset disabled={isApproved} className="grid min-w-0 gap-4">
          <Field label="Card in the wallet">
            <NativeSelect name="card">
              {cards.map(({ text }) => (
                <option key={text}>{text}</option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Wallet email">
            <Input name="email" defaultValue={offer.email || "wallet@example.com"} />
          </Field>
          <Field label="Wallet name">
            <Input name="name" defaultValue="Wanda Wallet" />
          </Field>
          {shipping &&
            addressFields.map(({ name, label, value }) => (
              <Field key={name} label={label}>
                <Input name={name} defaultValue={value} />
              </Field>
            ))}
          {shipping && (
            <Field
              label="Wallet country"
              error={total === undefined ? "Nothing is shipped to this country." : undefined}
            >
              <Input
                name="country"
                value={country}
                onChange={(event) => {
                  setCountry(event.target.value.toUpperCase());
                  setTotal(null);
                }}
              />
            </Field>
          )}
        </fieldset>
        <Button type="submit" variant="primary" size="lg" loading={isApproved || total === null}>
          {isApproved ? "Paying…" : `Approve ${total ? money(totalCents) : ""}`}
        </Button>
      </form>
    </Dialog>
  );
}

const cards = [
  { text: "Visa 4242, pays", number: "4242424242424242", afterMs: 0 },
  { text: "Visa 0002, is declined", number: "4000000000000002", afterMs: 0 },
  { text: "Visa 3184, asks its bank", number: "4000002760003184", afterMs: 0 },
  { text: "Visa 4242, takes 5 seconds", number: "4242424242424242", afterMs: 5_000 },
] as const;

const addressFields = [
  { name: "line1", label: "Wallet street", value: "1 Market Street" },
  { name: "city", label: "Wallet city", value: "San Francisco" },
  { name: "region", label: "Wallet state", value: "CA" },
  { name: "postalCode", label: "Wallet postal code", value: "94105" },
] as const;

const startsIn = "US";

type AddressField = (typeof addressFields)[number]["name"] | "country";

function buyerOf(
  value: (field: "email" | "name" | AddressField) => string,
  requiresShipping: boolean,
): WalletBuyer {
  const name = value("name");
  if (!requiresShipping) return { email: value("email"), name };
  return {
    email: value("email"),
    name,
    shippingAddress: {
      name,
      line1: value("line1"),
      line2: "",
      city: value("city"),
      region: value("region"),
      postalCode: value("postalCode"),
      country: value("country"),
    },
  };
}
