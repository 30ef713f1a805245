import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import type pg from "pg";
import { cpuMicroseconds, postgresPids } from "./processes.ts";
import type { Figures } from "./rotate.ts";

/** What a cart asks for beside the product. */
export type Cart = { orderBumps?: string[]; couponCode?: string; affiliateCode?: string };
type Where = {
  origin: string;
  productId: string;
  cart?: Cart;
  pool: pg.Pool;
  pid: number;
  postmaster: number;
};

/**
 * Whole sales for `seconds`, eight at once: a session, the card confirmed in the sandbox, its signed webhook, the order
 * PAID with its grants, the receipt queued. Counts what is PAID once the last webhook has been handled.
 */
export async function wholeSales(
  { origin, productId, cart, pool, pid, postmaster }: Where,
  seconds: number,
): Promise<Omit<Figures, "name" | "ratio">> {
  const agent = new Agent({ connections: 8, pipelining: 1 });
  const paidOrders = async () =>
    Number(
      (
        await pool.query<{ n: string }>(
          "select count(*) as n from orders where status = 'PAID' and checkout_session_id is not null",
        )
      ).rows[0]?.n,
    );
  const before = {
    paid: await paidOrders(),
    node: cpuMicroseconds([pid]),
    postgres: cpuMicroseconds(postgresPids(postmaster)),
  };
  const began = performance.now();
  let asked = 0;
  let failures = 0;
  const latencies: number[] = [];

  const post = async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const headers = { "content-type": "application/json", "x-forwarded-for": randomAddress() };
    const answer = await request(origin + path, {
      method: "POST",
      dispatcher: agent,
      headers,
      body: JSON.stringify(body),
    });
    if (answer.statusCode !== 200)
      throw new Error(`${path}: ${answer.statusCode} ${await answer.body.text()}`);
    return (await answer.body.json()) as Answer;
  };

  async function buyer() {
    while (performance.now() - began < seconds * 1000) {
      const start = performance.now();
      try {
        const checkout = await post<{ paymentIntentId: string; clientSecret: string }>(
          "/api/create-payment-intent",
          {
            ...cart,
            productId,
            customerEmail: `${crypto.randomUUID()}@example.com`,
          },
        );
        await post(`/api/sandbox/payment-intents/${checkout.paymentIntentId}/confirm`, {
          clientSecret: checkout.clientSecret,
          card: { number: "4242424242424242", expiry: "12/40", cvc: "123" },
          returnUrl: `${origin}/post-purchase`,
        });
        asked++;
        latencies.push(performance.now() - start);
      } catch {
        failures++;
      }
    }
  }

  await Promise.all(Array.from({ length: 8 }, buyer));
  const deadline = Date.now() + 30_000;
  while ((await paidOrders()) - before.paid < asked && Date.now() < deadline) await sleep(20);
  const elapsed = (performance.now() - began) / 1000;
  const paid = (await paidOrders()) - before.paid;
  await agent.close();
  return {
    perSecond: paid / elapsed,
    p99: latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    nodeMicroseconds: (cpuMicroseconds([pid]) - before.node) / paid,
    postgresMicroseconds: (cpuMicroseconds(postgresPids(postmaster)) - before.postgres) / paid,
    failures: failures + (asked - paid),
  };
}

export const randomAddress = () => `10.${byte()}.${byte()}.${byte()}`;
const byte = () => Math.floor(Math.random() * 256);
