import type { FastifyInstance } from "fastify";
import { BadRequest } from "#server/errors.ts";
import { hotStatement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { App } from "#server/http/http.ts";
import { GatewayError, type GatewayEvent } from "./payment-gateway.ts";
import type { Services } from "#server/services.ts";

/**
 * `POST /webhook/<provider>`: checks the signature over the raw bytes, keeps the event once, queues its handling in the
 * same statement, and answers 200. A repeated event changes nothing.
 */
export async function paymentWebhookRoutes(app: App, services: Services): Promise<void> {
  const { payments, pool, clock } = services;
  if (payments.provider === "none") return;
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1_000_000 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`/webhook/${payments.provider}`, async (request, reply) => {
      const event = readEvent(services, request.body as Buffer | undefined, request.headers);
      await saveEvent(
        pool,
        payments.provider,
        event.id,
        event.type,
        JSON.stringify({ objectId: event.objectId }),
        clock.now(),
      );
      wakeListeners(pool, "job_outbox");
      return reply.send({ received: true });
    });
  });
}

function readEvent(
  { payments }: Services,
  body: Buffer | undefined,
  headers: Record<string, string | string[] | undefined>,
): GatewayEvent {
  try {
    return payments.readWebhook(body ?? Buffer.alloc(0), headers);
  } catch (error) {
    if (error instanceof GatewayError)
      throw BadRequest("The signature or the event is not valid", "BAD_SIGNATURE");
    throw error;
  }
}

/** Only what is needed to fetch the object again is kept; the object itself is never believed. */
const saveEvent = hotStatement("webhook_save_event")<
  never,
  [provider: string, eventId: string, type: string, payload: string, now: Date]
>(`with kept as (
     insert into webhook_events (provider, event_id, type, payload, received_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (provider, event_id) do nothing returning id)
   insert into job_outbox (name, data) select 'handle-payment-event', jsonb_build_object('webhookEventId', id) from kept`);
