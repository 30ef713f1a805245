import type { Page } from "@playwright/test";
import type { StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";

/**
 * Stands in for Stripe at the edge of the network: https://js.stripe.com answers a script with the parts of
 * `window.Stripe` that the shop uses, and its calls to https://api.stripe.com reach the strict local server. Everything of
 * ours, @stripe/stripe-js and @stripe/react-stripe-js run as they are.
 */
export async function standInForStripe(page: Page, stripe: Pick<StripeServer, "url">): Promise<void> {
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: `(${stripeScript.toString()})()` }),
  );
  await page.route("https://api.stripe.com/**", async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const answer = await fetch(stripe.url + pathname + search, {
      method: request.method(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: request.postData(),
    });
    await route.fulfill({
      status: answer.status,
      contentType: "application/json",
      headers: { "access-control-allow-origin": "*" },
      body: await answer.text(),
    });
  });
}

/** The wallet of a device: what it has, what its owner does, and what was said to it. */
type DeviceWallet = {
  has?: "apple pay" | "nothing that answers";
  email?: string;
  card?: string;
  address?: object;
  closes?: boolean;
  closesAfterApproval?: boolean;
  said?: string[];
};
declare global {
  interface Window {
    stripeWallet?: DeviceWallet;
  }
}

/** Gives a page's device a wallet. */
export const haveWallet = (page: Page, wallet: DeviceWallet): Promise<unknown> =>
  page.addInitScript((wallet) => {
    window.stripeWallet = wallet;
  }, wallet);

/** What was said to it. */
export const saidToWallet = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.stripeWallet?.said ?? []);

/** Runs in the page, so it names nothing of this file. */
function stripeScript() {
  type Intent = {
    status: string;
    amount: number;
    next_action?: { redirect_to_url?: { url: string } } | null;
  };
  type Answer = Intent & { error?: { message: string; payment_intent?: Intent } };
  type Billing = { name?: string; email?: string };
  type Confirmation = {
    elements: {
      clientSecret?: string;
      amount: () => number | undefined;
      card: () => Record<string, string>;
      /** Of a wallet, which knows its own; undefined for the card's fields. */
      billing: () => Billing | undefined;
      isSubmitted: () => boolean;
    };
    clientSecret: string;
    confirmParams: { return_url: string; payment_method_data?: { billing_details: Billing } };
    redirect: "if_required";
  };
  type WalletOptions = {
    emailRequired?: boolean;
    shippingAddressRequired?: boolean;
    allowedShippingCountries?: string[];
    shippingRates?: object[];
  };
  type SheetDetails = { lineItems?: { name: string; amount: number }[]; shippingRates?: object[] };

  const labels = { number: "Card number", expiry: "Expiration date", cvc: "Security code" };

  const stripeOf = (key: string) => {
    const addressOf = (clientSecret: string) =>
      `https://api.stripe.com/v1/payment_intents/${clientSecret.split("_secret_")[0]}`;

    // Made for a payment that is there, or of an amount.
    const elements = ({ clientSecret, amount: asked }: { clientSecret?: string; amount?: number }) => {
      let amount = asked;
      const inputs = new Map<string, HTMLInputElement>();
      const box = document.createElement("div");
      const show = async () => {
        if (!clientSecret) return void (box.dataset["amountCents"] = String(amount));
        const query = new URLSearchParams({ key, client_secret: clientSecret });
        const answer = (await (await fetch(`${addressOf(clientSecret)}?${query}`)).json()) as Answer;
        box.dataset["amountCents"] = String(answer.amount);
      };
      const paymentElement = () => {
        const listeners = new Map<string, (event: object) => void>();
        return {
          on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
          off: () => {},
          update: ({ readOnly = false }: { readOnly?: boolean }) => {
            for (const input of inputs.values()) input.readOnly = readOnly;
          },
          destroy: () => box.remove(),
          mount(place: HTMLElement) {
            box.dataset["testid"] = "stripe-payment-element";
            for (const [name, text] of Object.entries(labels)) {
              const input = document.createElement("input");
              const label = document.createElement("label");
              label.append(text, input);
              box.append(label);
              inputs.set(name, input);
            }
            place.append(box);
            void show().then(() => listeners.get("ready")?.({ elementType: "payment" }));
          },
        };
      };

      // A test says with `window.stripeWallet` what this device has, and what its owner does in the sheet.
      const wallet = (window.stripeWallet ??= {});
      let billing: Billing | undefined;
      const expressElement = (options: WalletOptions) => {
        if (!options.emailRequired) throw new Error("the shop takes a wallet's email");
        const listeners = new Map<string, (event: object) => void>();
        const tell = (name: string, event: object = {}) =>
          listeners.get(name)?.({ elementType: "expressCheckout", ...event });
        const note = (text: string) => (wallet.said ??= []).push(text);
        const button = document.createElement("button");
        const press = () => {
          const late = setTimeout(() => note("the sheet was not answered within a second"), 1_000);
          const resolve = ({ lineItems = [], shippingRates }: SheetDetails = {}) => {
            clearTimeout(late);
            const sum = lineItems.reduce((sum, { amount }) => sum + amount, 0);
            if (sum > (amount ?? 0)) throw new Error("the lines are more than the amount");
            if (options.shippingAddressRequired && !shippingRates)
              throw new Error("a sheet that asks where to ship to shows what that costs");
            note(`shows ${amount}`);
            if (wallet.closes) return tell("cancel");
            if (!options.shippingAddressRequired || isPlaced) return approve();
            isPlaced = true;
            tell("shippingaddresschange", {
              ...wallet.address,
              resolve: (changed: SheetDetails) => resolve({ lineItems, ...changed }),
              reject: () => note("cannot be sent there"),
            });
          };
          let isPlaced = false;
          const approve = () => {
            billing = { email: wallet.email ?? "wallet@example.com", name: "Wanda Wallet" };
            tell("confirm", {
              expressPaymentType: "apple_pay",
              billingDetails: billing,
              ...(options.shippingAddressRequired && { shippingAddress: wallet.address }),
              paymentFailed: ({ message = "" } = {}) => note(`failed: ${message}`),
            });
            if (wallet.closesAfterApproval) tell("cancel");
          };
          const reject = () => {
            clearTimeout(late);
            note("stays closed");
          };
          tell("click", { expressPaymentType: "apple_pay", resolve, reject });
        };
        return {
          on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
          off: () => {},
          update: (change: WalletOptions) => void Object.assign(options, change),
          destroy: () => button.remove(),
          mount(place: HTMLElement) {
            button.type = "button";
            button.textContent = "Apple Pay";
            button.addEventListener("click", press);
            place.append(button);
            const isThere = wallet.has === "apple pay";
            if (wallet.has !== "nothing that answers")
              setTimeout(() =>
                tell("ready", { availablePaymentMethods: isThere ? { applePay: true } : undefined }),
              );
          },
        };
      };
      const paymentElementOf = ({ wallets }: { wallets?: Record<string, string> }) => {
        if (["applePay", "googlePay", "link"].some((name) => wallets?.[name] !== "never"))
          throw new Error("wallets have buttons of their own");
        return paymentElement();
      };
      let element: object | undefined;
      let isExpress = false;
      let isSubmitted = false;
      const valueOf = (name: string) => inputs.get(name)?.value ?? "";
      return {
        clientSecret,
        amount: () => amount,
        create(type: string, options: object = {}) {
          isExpress = type === "expressCheckout";
          return (element = isExpress ? expressElement({ ...options }) : paymentElementOf(options));
        },
        getElement: () => element ?? null,
        update(change: { amount?: number }) {
          amount = change.amount ?? amount;
          void show();
        },
        async submit() {
          isSubmitted = isExpress ? billing !== undefined : valueOf("number") !== "";
          return isSubmitted ? {} : { error: { message: "Your card number is incomplete." } };
        },
        isSubmitted: () => isSubmitted,
        billing: () => billing,
        card() {
          if (isExpress)
            return {
              number: wallet.card ?? "4242424242424242",
              exp_month: "12",
              exp_year: "2040",
              cvc: "123",
            };
          const [month = "", year = ""] = valueOf("expiry").split("/");
          return { number: valueOf("number"), exp_month: month, exp_year: `20${year}`, cvc: valueOf("cvc") };
        },
      };
    };

    return {
      elements,
      _registerWrapper() {},
      registerAppInfo() {},
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      async confirmPayment({ elements, clientSecret, confirmParams, redirect }: Confirmation) {
        if (redirect !== "if_required")
          throw new Error("the shop never asks for a redirect that is not needed");
        if (!elements.isSubmitted()) throw new Error("what was filled in was not submitted");
        const known = elements.billing();
        if (known && confirmParams.payment_method_data) throw new Error("a wallet knows who pays");
        const { name, email = "" } = known ?? confirmParams.payment_method_data?.billing_details ?? {};
        const data = "payment_method_data";
        const body = new URLSearchParams({
          key,
          client_secret: clientSecret,
          return_url: confirmParams.return_url,
          [`${data}[type]`]: "card",
          [`${data}[billing_details][email]`]: email,
          ...(name && { [`${data}[billing_details][name]`]: name }),
        });
        for (const [field, value] of Object.entries(elements.card()))
          body.set(`${data}[card][${field}]`, value);
        const made = new URLSearchParams({ key, client_secret: clientSecret });
        const intent = (await (await fetch(`${addressOf(clientSecret)}?${made}`)).json()) as Intent;
        const amount = elements.amount();
        if (amount !== undefined && amount !== intent.amount)
          throw new Error(`the fields were made for ${amount}, and the payment is of ${intent.amount}`);
        const response = await fetch(`${addressOf(clientSecret)}/confirm`, { method: "POST", body });
        const answer = (await response.json()) as Answer;
        if (answer.error) return { error: answer.error };
        const bank = answer.next_action?.redirect_to_url?.url;
        if (answer.status !== "requires_action" || !bank) return { paymentIntent: answer };
        location.assign(bank);
        return new Promise(() => {});
      },
    };
  };
  Object.assign(window, { Stripe: Object.assign(stripeOf, { version: "endive" }) });
}
