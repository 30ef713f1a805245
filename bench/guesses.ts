import { randomUUID } from "node:crypto";
import type pg from "pg";
import { Client } from "undici";
import { median } from "./rotate.ts";
import { randomAddress } from "./whole-sales.ts";

type Purchase = { orderId: string; productId: string; email: string };
type Guess = { what: string; nobodyMs: number; buyerMs: number };

export const guessesTitle = "Guesses: a purchase that is there beside one that is not";
const pairs = 1_500;

/**
 * Compares how long somebody who proves nothing waits for an answer, about a purchase that is not there and about one that
 * is: the bytes are the same, and so must be the time, give or take a twentieth. Writes it out, and says whether it is so.
 */
export async function compareGuesses(pool: pg.Pool, origin: string): Promise<boolean> {
  const guesses = await timeGuesses(pool, origin);
  const isSame = guesses.every(({ nobodyMs, buyerMs }) => Math.abs(buyerMs / nobodyMs - 1) < 0.05);
  const rows = guesses.map(
    ({ what, nobodyMs, buyerMs }) =>
      `${what.padEnd(56)}  ${nobodyMs.toFixed(3)} ms  ${buyerMs.toFixed(3)} ms  ×${(buyerMs / nobodyMs).toFixed(3)}`,
  );
  process.stdout.write(
    `\n${guessesTitle}: wanted ×0.95 to ×1.05, ${isSame ? "reached" : "MISSED"}\n  ${rows.join("\n  ")}\n`,
  );
  return isSame;
}

/** One request after the other, the two kinds in turn; medians in ms. */
async function timeGuesses(pool: pg.Pool, origin: string): Promise<Guess[]> {
  const { rows: purchases } = await pool.query<Purchase>(
    `select o.id as "orderId", o.product_id as "productId", c.email
       from orders o join customers c on c.id = o.customer_id where c.email like 'learner%'`,
  );
  const any = () => purchases[Math.floor(Math.random() * purchases.length)] as Purchase;
  const nobody = (): Purchase => ({
    orderId: randomUUID(),
    productId: any().productId,
    email: `learner${randomUUID().slice(0, 3)}@example.com`,
  });
  const questions: Record<string, (about: Purchase) => string> = {
    "whether it was bought": ({ productId, email }) => `/api/access/${productId}/${email}`,
    "downloads of an order": ({ orderId }) => `/api/digital-downloads?orderId=${orderId}`,
    "an order": ({ orderId, email }) =>
      `/api/order-by-payment-intent/free_${orderId}?customer_email=${email}`,
  };
  const client = new Client(origin);
  const time = async (path: string) => {
    const start = performance.now();
    const { body } = await client.request({
      path,
      method: "GET",
      headers: { "x-forwarded-for": randomAddress() },
    });
    await body.dump();
    return performance.now() - start;
  };
  const guesses: Guess[] = [];
  for (const [what, address] of Object.entries(questions)) {
    const [nobodys, buyers]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair++) {
      nobodys.push(await time(address(nobody())));
      buyers.push(await time(address(any())));
    }
    guesses.push({ what, nobodyMs: median(nobodys), buyerMs: median(buyers) });
  }
  await client.close();
  return guesses;
}
