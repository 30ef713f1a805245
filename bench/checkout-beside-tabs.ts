import { Agent, request } from "undici";
import { ask, at, type Desk } from "./desk-figures.ts";
import { median } from "./rotate.ts";
import { randomAddress } from "./whole-sales.ts";

export type Beside = {
  aloneMs: number;
  besideMs: number;
  /** The median of each round's time beside the tabs to its time alone. */
  ratio: number;
  tabsMs: number;
  failed: number;
};

/**
 * A stranger's checkouts, one after another, in turn alone and while the creator has 20 tabs loading: each tab asks for what
 * its page asks for, reads the answers, and is loaded anew after a person's pause of up to a second.
 */
export async function checkoutBesideTabs(
  desk: Desk,
  tabs: string[][],
  productId: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Beside> {
  const buyer = new Agent({ connections: 1 });
  const buy = (until: number) => checkouts(desk.origin, productId, buyer, until);
  const alone: number[] = [];
  const beside: number[] = [];
  const loads: number[] = [];
  let failed = 0;
  await buy(performance.now() + 1_000);
  for (let round = 0; round < rounds; round++) {
    alone.push(median(await buy(performance.now() + seconds * 1_000)));
    const until = performance.now() + seconds * 1_000;
    const loading = Array.from({ length: 20 }, async (_, index) => {
      const browser = new Agent({ connections: 6 });
      for (;;) {
        await pause(Math.random() * 1_000);
        if (performance.now() > until) break;
        const began = performance.now();
        const answers = await Promise.all(
          (tabs[index % tabs.length] ?? []).map((path) => ask(desk, path, browser)),
        );
        loads.push(performance.now() - began);
        failed += answers.filter((status) => status !== 200).length;
      }
      await browser.close();
    });
    const [took] = await Promise.all([buy(until), ...loading]);
    beside.push(median(took));
  }
  await buyer.close();
  return {
    aloneMs: median(alone),
    besideMs: median(beside),
    ratio: median(beside.map((ms, round) => ms / (alone[round] ?? Number.NaN))),
    tabsMs: at(
      loads.sort((a, b) => a - b),
      0.5,
    ),
    failed,
  };
}

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Milliseconds of each checkout until then: begun, its total confirmed, its card confirmed. */
async function checkouts(origin: string, productId: string, agent: Agent, until: number): Promise<number[]> {
  const took: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const headers = { "content-type": "application/json", "x-forwarded-for": randomAddress(), cookie: "" };
    const post = async <Answer>(path: string, body: unknown): Promise<Answer> => {
      const answer = await request(origin + path, {
        method: "POST",
        dispatcher: agent,
        headers,
        body: JSON.stringify(body),
      });
      if (answer.statusCode !== 200)
        throw new Error(`${path}: ${answer.statusCode} ${await answer.body.text()}`);
      headers.cookie ||= [answer.headers["set-cookie"] ?? []]
        .flat()
        .map((cookie) => cookie.split(";")[0])
        .join("; ");
      return (await answer.body.json()) as Answer;
    };
    const checkout = await post<Opened>("/api/create-payment-intent", {
      productId,
      customerEmail: `${crypto.randomUUID()}@example.com`,
    });
    await post(`/api/checkout/${checkout.checkoutSessionId}/confirm-total`, {
      cartVersion: checkout.cartVersion,
      totalCents: checkout.totalCents,
      customerName: "A stranger",
    });
    await post(`/api/sandbox/payment-intents/${checkout.paymentIntentId}/confirm`, {
      clientSecret: checkout.clientSecret,
      card: { number: "4242424242424242", expiry: "12/40", cvc: "123" },
      returnUrl: `${origin}/post-purchase`,
    });
    took.push(performance.now() - began);
  }
  return took;
}

type Opened = {
  checkoutSessionId: string;
  cartVersion: number;
  totalCents: number;
  paymentIntentId: string;
  clientSecret: string;
};
