import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Config, loadConfig } from "#server/config.ts";
import { openDatabase } from "#server/database/client.ts";
import { openStripeGateway } from "#server/payments/stripe/stripe-gateway.ts";
import { snapshotEvents } from "#server/payments/stripe/webhook-events.ts";
import { localSmtp } from "#tests/support/local-smtp.ts";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { diagnose } from "./diagnose.ts";

let dataDir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let smtp: Awaited<ReturnType<typeof localSmtp>>;
let server: StripeServer;
let stripe: Stripe;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openstall-doctor-"));
  database = await createTestDatabase();
  smtp = await localSmtp();
  server = await startStripeServer();
  const { host, port, secretKey } = server;
  stripe = new Stripe(secretKey, { host, port, protocol: "http" });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const address = "https://store.example.com/webhook/stripe";

/** A store that is live but for its keys, which are the local Stripe's. */
function liveConfig(change: Partial<Config> = {}): Config {
  const local = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: "Store <store@example.com>",
    APP_SECRET: "pPq7z0uJwC3mVt9sYx4kLb8nRf2hDg6a",
    STRIPE_SECRET_KEY: server.secretKey,
    STRIPE_PUBLISHABLE_KEY: server.publishableKey,
    STRIPE_WEBHOOK_SECRET: server.webhookSecrets.join(","),
    STRIPE_API_BASE: server.url,
  });
  return {
    ...local,
    mode: "live",
    publicUrl: new URL("https://store.example.com"),
    trustedProxies: 1,
    demo: false,
    ...change,
  };
}

/** A domain whose records are as they should be, whatever it is called. */
const resolve = async (name: string) => {
  if (name.startsWith("_dmarc.")) return ["v=DMARC1; p=reject"];
  return name.includes("._domainkey.")
    ? [`v=DKIM1; p=${"A".repeat(392)}`]
    : ["v=spf1 include:mail.example ~all"];
};
const inspect = (config: Config) => diagnose(config, resolve);
const problemsOf = async (config: Config) =>
  (await inspect(config)).filter(({ level }) => level === "problem").map(({ text }) => text);

async function withEndpoint<T>(
  endpoint: Partial<Stripe.WebhookEndpointCreateParams>,
  work: () => Promise<T>,
): Promise<T> {
  const { id } = await stripe.webhookEndpoints.create({
    url: address,
    api_version: Stripe.API_VERSION,
    enabled_events: [...snapshotEvents],
    ...endpoint,
  });
  try {
    return await work();
  } finally {
    await stripe.webhookEndpoints.del(id);
  }
}

describe("the doctor", () => {
  test("finds nothing in the way of a store that is set up", async () => {
    await withEndpoint({}, async () => {
      const findings = await inspect(liveConfig());
      expect(findings.filter(({ level }) => level === "problem")).toEqual([]);
      const texts = findings.map(({ text }) => text).join("\n");
      for (const part of [
        "database answers",
        "Stripe takes the secret key",
        "mail server takes",
        "Files can be kept",
      ])
        expect(texts).toContain(part);
    });
  });

  test("names the payments that no creator sees, until they have gone back", async () => {
    const { pool, close } = openDatabase(database.url);
    try {
      await pool.query(
        "insert into quarantined_payments (payment_intent_id, received_cents, reason) values ('pi_nobody', 100, 'No sale')",
      );
      await withEndpoint({}, async () => {
        expect(await problemsOf(liveConfig())).toEqual([
          expect.stringContaining("1 payment names no sale of ours (pi_nobody)"),
        ]);
      });
    } finally {
      await pool.query("delete from quarantined_payments");
      await close();
    }
  });

  test("warns of plans that are paid for where there are none any more", async () => {
    const { pool, close } = openDatabase(database.url);
    const texts = async (plans: boolean) =>
      (await inspect(liveConfig({ plans }))).map(({ text }) => text).filter((text) => text.includes("PLANS"));
    try {
      expect(await texts(false)).toEqual([]);
      await pool.query(
        `insert into users (email, handle, is_platform, trial_ends_at)
         values ('plans@example.com', 'plans_of_us', true, now()), ('member@example.com', 'member_of_us', false, now())`,
      );
      await pool.query(
        `insert into products (owner_id, title, slug, type, price_cents, billing_interval, plan)
         select id, 'Pro', 'pro', 'MEMBERSHIP', 2900, 'MONTH', 'PRO' from users where is_platform`,
      );
      await pool.query("insert into customers (email) values ('member@example.com')");
      await pool.query(
        `insert into checkout_sessions (owner_id, product_id, browser_hash, email, plan_for, status, expires_at)
         select p.owner_id, p.id, 'x', 'member@example.com', u.id, 'COMPLETED', now() from products p, users u where u.handle = 'member_of_us'`,
      );
      await pool.query(
        `insert into subscriptions (customer_id, owner_id, product_id, provider_subscription_id, status, price_cents, billing_interval, checkout_session_id)
         select c.id, s.owner_id, s.product_id, 'sub_of_a_plan', 'active', 2900, 'MONTH', s.session_id
           from customers c, checkout_sessions s`,
      );
      const warned = await texts(false);
      expect(warned).toEqual([expect.stringContaining("PLANS is off, and 1 account pays for a plan")]);
    } finally {
      for (const gone of ["subscriptions", "customers", "checkout_sessions", "products", "users"])
        await pool.query(`delete from ${gone}`);
      await close();
    }
  });

  test("says which wallets show at the store's domain", async () => {
    const publicUrl = new URL("https://inactive.example.com");
    const config = liveConfig({ publicUrl });
    if (config.payments.provider !== "stripe") throw new Error("Stripe is not on");
    const gateway = openStripeGateway(config.payments, "us", { now: () => new Date() });
    const wallets = async () =>
      (await inspect(config)).map(({ text }) => text).filter((text) => text.includes(publicUrl.hostname));
    const said = async () => (await wallets()).filter((text) => /wallet|Pay/.test(text));

    expect(await said()).toEqual([expect.stringContaining("does not know inactive.example.com yet")]);
    await gateway.registerDomain(publicUrl.hostname);
    expect(await said()).toEqual([
      "Not shown at inactive.example.com: Apple Pay (We cannot reach this domain's verification file.)",
    ]);
    await gateway.registerDomain(publicUrl.hostname);
    expect(await said()).toEqual(["Apple Pay, Google Pay and Link show at inactive.example.com"]);
    await stripe.paymentMethodDomains.create({ domain_name: "off.example.com", enabled: false });
    await gateway.registerDomain("off.example.com");
    const off = await inspect(liveConfig({ publicUrl: new URL("https://off.example.com") }));
    expect(off.map(({ text }) => text)).toContain(
      "off.example.com is switched off under Payment method domains in Stripe's dashboard",
    );
  });

  test("says that Stripe has no endpoint here, and where it has one", async () => {
    await withEndpoint({ url: "https://old.example.com/webhook/stripe" }, async () => {
      expect(await problemsOf(liveConfig())).toEqual([
        `Stripe has no webhook endpoint for ${address} (there is https://old.example.com/webhook/stripe)`,
      ]);
    });
  });

  test("says which version and which events an endpoint should have", async () => {
    const wrong = {
      api_version: "2024-06-20",
      enabled_events: snapshotEvents.filter((event) => event !== "refund.failed"),
    } as const;
    await withEndpoint({ ...wrong, enabled_events: [...wrong.enabled_events] }, async () => {
      const problems = await problemsOf(liveConfig());
      expect(problems).toEqual([
        expect.stringContaining(`2024-06-20: make a new one with version ${Stripe.API_VERSION}`),
        "The webhook endpoint does not tell of refund.failed",
      ]);
    });
  });

  test.each([
    ["a key that Stripe does not know", { secretKey: "sk_test_wrong" }, "does not know STRIPE_SECRET_KEY"],
    ["a webhook secret that is none", { webhookSecrets: ["whsec_1"] }, "secret 1 is not one of Stripe's"],
    ["a Stripe that is not there", { apiBase: new URL("http://127.0.0.1:1") }, "cannot be reached"],
  ])("recognises %s", async (_what, change, text) => {
    const config = liveConfig();
    if (config.payments.provider !== "stripe") throw new Error("Stripe is not on");
    await withEndpoint({}, async () => {
      const payments = { ...config.payments, ...change } as Config["payments"];
      expect(await problemsOf({ ...config, payments })).toEqual([expect.stringContaining(text)]);
    });
  });

  test.each<[string, () => Partial<Config>, RegExp]>([
    [
      "database",
      () => ({ databaseUrl: "postgres://nobody:x@127.0.0.1:1/none" }),
      /^DATABASE_URL: no PostgreSQL server can be reached at 127.0.0.1:1 /,
    ],
    [
      "mail server",
      () => ({
        mail: { adapter: "smtp", url: "smtp://127.0.0.1:1", from: "a@example.com", requireTls: false },
      }),
      /^The mail server: /,
    ],
    ["file store", () => ({ dataDir: "/dev/null/nowhere" }), /^the data folder .* cannot be written/],
    ["secret", () => ({ appSecret: "a".repeat(40) }), /^APP_SECRET repeats/],
  ])("recognises a wrong %s", async (_what, change, text) => {
    await withEndpoint({}, async () => {
      expect(await problemsOf(liveConfig(change()))).toEqual([expect.stringMatching(text)]);
    });
  });

  test("says how far a database is behind", async () => {
    const older = await createTestDatabase();
    const { pool, close } = openDatabase(older.url);
    await pool.query(
      "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
    );
    await close();
    const findings = await inspect(liveConfig({ databaseUrl: older.url }));
    expect(findings.map(({ text }) => text).join("\n")).toContain("1 migration waits");
    await older.drop();
  });

  test("asks for the first migration of an empty database in words, whatever else is configured", async () => {
    const empty = await createTestDatabase();
    const { pool, close } = openDatabase(empty.url);
    await pool.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
    await close();
    const change = {
      databaseUrl: empty.url,
      operators: new Set(["olga@example.com"]),
      previousAppSecret: "another secret of 32 characters!",
    };
    await withEndpoint({}, async () => {
      expect(await problemsOf(liveConfig(change))).toEqual([
        "The database is empty. Run `npm run migrate` to create its tables",
      ]);
    });
    await empty.drop();
  });

  test("names the demo store on a public address, until it is removed", async () => {
    const { pool, close } = openDatabase(database.url);
    const warned = async (change: Partial<Config> = {}) =>
      (await inspect(liveConfig(change))).filter(({ text }) => text.includes("demo store"));
    try {
      expect(await warned()).toEqual([]);
      await pool.query(
        "insert into users (email, handle, is_platform, trial_ends_at) values ('demo@example.com', 'renamed', false, now())",
      );
      expect(await warned()).toEqual([
        {
          level: "warning",
          text: "The demo store is in this database and public at /u/renamed, with 0 products on sale. Remove it with `npm run seed -- --remove`",
        },
      ]);
      expect(await warned({ mode: "local", demo: true })).toEqual([]);
    } finally {
      await pool.query("delete from users where handle = 'renamed'");
      await close();
    }
  });

  test("says of a store of before the first release how it is made anew", async () => {
    const earlier = await createTestDatabase();
    const { pool, close } = openDatabase(earlier.url);
    await pool.query("update drizzle.__drizzle_migrations set created_at = 1");
    await close();
    expect(await problemsOf(liveConfig({ databaseUrl: earlier.url }))).toContainEqual(
      expect.stringMatching(/before the first release.*empty database/),
    );
    await earlier.drop();
  });
});
