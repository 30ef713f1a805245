import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { testApp } from "#tests/support/test-app.ts";
import { discardPaymentEvents, handlePaymentEvent } from "./handle-payment-event.ts";

const { services } = await testApp();
const { pool, payments, clock } = services;

async function keptEvent(): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhook_events (provider, event_id, type, payload)
     values ($1, $2, 'payment_intent.succeeded', '{"objectId": "pi_of_nobody"}') returning id`,
    [payments.provider, randomUUID()],
  );
  return Number(rows[0]?.id);
}

async function stateOf(id: number) {
  const { rows } = await pool.query<{ attempts: number; handled: boolean }>(
    "select attempts, handled_at is not null as handled from webhook_events where id = $1",
    [id],
  );
  return rows[0];
}

test("each attempt at a payment's news is counted, whether it fails or is the last", async () => {
  const getIntent = vi.spyOn(payments, "getIntent");
  onTestFinished(() => getIntent.mockRestore());
  const id = await keptEvent();
  for (const attempts of [1, 2]) {
    getIntent.mockRejectedValueOnce(new Error("away"));
    await expect(handlePaymentEvent(services, id)).rejects.toThrow("away");
    expect(await stateOf(id)).toEqual({ attempts, handled: false });
  }
  await handlePaymentEvent(services, id);
  expect(await stateOf(id)).toEqual({ attempts: 3, handled: true });
});

test("news that was handled or given up is acted on no more", async () => {
  const getIntent = vi.spyOn(payments, "getIntent");
  onTestFinished(() => getIntent.mockRestore());
  const [handled, discarded] = [await keptEvent(), await keptEvent()];
  await handlePaymentEvent(services, handled);
  await discardPaymentEvents(pool, String(discarded), undefined, clock.now());
  getIntent.mockClear();
  await handlePaymentEvent(services, handled);
  await handlePaymentEvent(services, discarded);
  expect(getIntent).not.toHaveBeenCalled();
  expect(await stateOf(handled)).toEqual({ attempts: 1, handled: true });
  expect(await stateOf(discarded)).toEqual({ attempts: 0, handled: true });
});
