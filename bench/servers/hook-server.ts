// Usage: hook-server.ts <port> <none|each|ours>; DATABASE_URL and DATA_DIR in the environment. Takes signed webhooks and keeps
// nothing, keeps each with a statement of its own, or keeps them as Openstall does.
import { pino } from "pino";
import { loadConfig } from "#server/config.ts";
import { webhookRoutes } from "#server/features/social/engine/inbox/webhook-routes.ts";
import { createHttp } from "#server/http/http.ts";
import { openServices } from "#server/start/open-services.ts";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { hookPlatform } from "#tests/support/hook-platform.ts";

const [port = "0", variant = "ours"] = process.argv.slice(2);
const config = loadConfig({ ...process.env, PORT: port, RATE_LIMIT_FACTOR: "1000000", LOG_LEVEL: "error" });
const log = pino({ level: "error" });
const { services } = await openServices(config, log);
const platform = hookPlatform("INSTAGRAM", services.platforms.demo("INSTAGRAM"));
const app = await createHttp({ config, log, limits: services, findSignedIn: async () => undefined });

if (variant === "each") {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/webhook/instagram", async (request) => {
    const { events } = platform.readWebhook(request.body as Buffer, request.headers);
    for (const event of events) await insertOne(event);
    return { received: true };
  });
} else {
  const seen: Services = {
    ...services,
    pool: variant === "none" ? withoutDatabase(services.pool) : services.pool,
    platforms: { demo: () => platform, real: (name) => (name === "INSTAGRAM" ? platform : undefined) },
  };
  await webhookRoutes(app, seen);
}
await app.listen({ host: "127.0.0.1", port: config.port });
process.stdout.write("up\n");

async function insertOne({
  platform,
  accountId,
  kind,
  id,
  personId,
  text,
  detail,
  occurredAt,
}: InboundEvent) {
  await services.pool.query({
    name: "bench_insert_event",
    text: `insert into social_events (user_id, social_account_id, kind, platform_event_id, person_id, text, detail, occurred_at, received_at)
           select user_id, id, $3, $4, $5, $6, $7::jsonb, $8, now() from social_accounts
            where platform = $1 and platform_user_id = $2 and verified
           on conflict (social_account_id, platform_event_id) do nothing`,
    values: [platform, accountId, kind, id, personId, text, JSON.stringify(detail), occurredAt],
  });
}

function withoutDatabase(pool: Services["pool"]): Services["pool"] {
  return new Proxy(pool, {
    get: (target, name) =>
      name === "query" ? () => Promise.resolve({ rows: [] }) : (Reflect.get(target, name) as unknown),
  });
}
