import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ConfigError, loadConfig } from "#server/config.ts";
import { databaseAccessOf } from "#server/database/database-access.ts";
import { prepareDatabase } from "#server/start/prepare-database.ts";
import { requireDataFolder } from "#server/start/start-failures.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startLocalS3 } from "#tests/support/local-s3.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { examine } from "./examine.ts";

let dataDir = "";
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let other: typeof database;
let closed = 0;
const s3 = await startLocalS3();
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openstall-wrong-"));
  await writeFile(join(dataDir, "file"), "");
  database = await createTestDatabase();
  other = await createTestDatabase();
  closed = await freePort();
});
afterAll(async () => {
  await s3.close();
  await database.drop();
  await other.drop();
  await rm(dataDir, { recursive: true });
});

type Change = Record<string, string>;

const live: Change = {
  PUBLIC_URL: "https://store.example.com",
  DATABASE_URL: "postgres://shop@127.0.0.1/shop",
  APP_SECRET: "pPq7z0uJwC3mVt9sYx4kLb8nRf2hDg6a",
  SMTP_URL: "smtps://user:password@mail.example.com",
  MAIL_FROM: "store@example.com",
  S3_BUCKET: "shop",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};
const stripe: Change = {
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const required =
  "is missing. It is required because PUBLIC_URL is a public address (https://store.example.com)";

/** Variables that are wrong on a laptop or on a public address, and what both programs say. */
const onLaptop: [Change, string][] = [
  [
    { PUBLIC_URL: "store" },
    "PUBLIC_URL is not a URL: store. Write it in full, such as https://store.example.com",
  ],
  [
    { PUBLIC_URL: "https://a.example/shop" },
    "PUBLIC_URL must have no path, query or user name, such as https://store.example.com",
  ],
  [{ PORT: "three" }, "PORT must be a number"],
  [{ PORT: "70000" }, "PORT must be at most 65535"],
  [{ TRUSTED_PROXIES: "-1" }, "TRUSTED_PROXIES must be at least 0"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be debug, info, warn, error or silent"],
  [{ ALLOW_SANDBOX: "yes" }, "ALLOW_SANDBOX must be true or false"],
  [{ APP_SECRET: "short" }, "APP_SECRET must have at least 32 characters"],
  [{ PLANS: "none" }, "PLANS must be on or off"],
  [{ PLATFORM_FEE_BPS: "20000" }, "PLATFORM_FEE_BPS must be at most 10000"],
  [{ PAYOUT_COUNTRY: "Germany" }, "PAYOUT_COUNTRY must be a country code of two letters"],
  [{ STRIPE_API_BASE: "stripe" }, "STRIPE_API_BASE must be a URL"],
  [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_WEBHOOK_SECRET is missing (STRIPE_SECRET_KEY is set)"],
  [{ DATABASE_POOL: "1.5" }, "DATABASE_POOL must be a whole number"],
  [
    { DATABASE_DIRECT_URL: "postgres://a/b" },
    "DATABASE_DIRECT_URL is set, but DATABASE_URL is missing. Set DATABASE_URL to the pooler's address",
  ],
  [
    { DATABASE_READ_URL: "postgres://a/b" },
    "DATABASE_READ_URL is set, but DATABASE_URL is missing. Set DATABASE_URL to the primary",
  ],
  [{ S3_ENDPOINT: "store" }, "S3_ENDPOINT must be a URL, such as https://s3.example.com"],
  [
    { OIDC_ISSUER_URL: "https://id.example.com", OIDC_CLIENT_ID: "shop" },
    "OIDC_CLIENT_SECRET is missing (OIDC_ISSUER_URL, OIDC_CLIENT_ID are set)",
  ],
  [{ X_CLIENT_ID: "x" }, "X_CLIENT_SECRET is missing (X_CLIENT_ID is set)"],
  [
    { UNPAID_STORAGE_GIB: "40", UNPAID_STORAGE_TOTAL_GIB: "10" },
    "UNPAID_STORAGE_GIB is larger than UNPAID_STORAGE_TOTAL_GIB, the limit for all unpaid accounts together",
  ],
  [{ OPERATORS: "nobody" }, "OPERATORS: nobody is not an email address. Separate addresses with commas"],
];
const onPublicAddress: [Change, string][] = [
  [{ PUBLIC_URL: "http://store.example.com" }, "PUBLIC_URL must start with https:// on a public address"],
  [{ DATABASE_URL: "" }, `DATABASE_URL ${required}`],
  [{ APP_SECRET: "" }, `APP_SECRET ${required}`],
  [{ S3_BUCKET: "", S3_ACCESS_KEY_ID: "", S3_SECRET_ACCESS_KEY: "" }, `S3_BUCKET ${required}`],
  [{ SMTP_URL: "" }, "SMTP_URL is missing (MAIL_FROM is set)"],
  [
    { SMTP_URL: "mail.example.com" },
    "SMTP_URL must begin with smtps://, or with smtp:// for a server that offers STARTTLS",
  ],
  [
    { SMTP_URL: "smtp://mail.example.com?ignoreTLS=true" },
    "SMTP_URL sets ignoreTLS, but on a public address email is sent only over verified TLS. Remove it",
  ],
  [{ S3_ENDPOINT: "http://s3.example.com" }, "S3_ENDPOINT must begin with https:// on a public address"],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
    "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY don't match: one is a test key and the other a live key",
  ],
  [{ ...stripe, STRIPE_SECRET_KEY: "pk_live_1" }, "STRIPE_SECRET_KEY must begin with sk_ or rk_"],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: "we_1" }, "STRIPE_WEBHOOK_SECRET must begin with whsec_"],
  [
    { ...stripe, STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
    "STRIPE_SECRET_KEY is a test key, but PUBLIC_URL is a public address. Use a live key, or set ALLOW_SANDBOX=true for a demo",
  ],
  [
    { ...stripe, ALLOW_SANDBOX: "true" },
    "ALLOW_SANDBOX is for demos, but STRIPE_SECRET_KEY is a live key. Remove one of them",
  ],
  [
    { ALLOW_SANDBOX: "true", SMTP_URL: "", MAIL_FROM: "", OPERATORS: "a@example.com" },
    "OPERATORS can't be set in a public demo (ALLOW_SANDBOX without SMTP_URL): anyone could read an operator's sign-in code in its mailbox",
  ],
  [{ CDN_PURGE_URL: "https://cdn.example.com/purge" }, "CDN_PURGE_TOKEN is missing (CDN_PURGE_URL is set)"],
];
const about = (path: string, change: Partial<URL> = {}) =>
  Object.assign(new URL(inject("testDatabaseServer")), { pathname: path }, change).href;
/** What only a look at the database or the disk shows. */
const looked: [() => Change, string][] = [
  [
    () => ({ DATABASE_URL: "shop" }),
    "DATABASE_URL: not a database URL, such as postgres://user:password@host:5432/database",
  ],
  [
    () => ({ DATABASE_URL: `postgres://shop@127.0.0.1:${closed}/shop` }),
    "DATABASE_URL: no PostgreSQL server can be reached at 127.0.0.1:",
  ],
  [() => ({ DATABASE_URL: about("/nowhere") }), "has no such database. Create it first"],
  [
    () => ({ DATABASE_URL: about("/postgres", { username: "nobody_here" }) }),
    "rejected the user or password",
  ],
  [
    () => ({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: other.url }),
    "DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases. Both must name the same database on the same server, one through the pooler and one past it",
  ],
  [
    () => ({ DATABASE_URL: database.url, DATABASE_READ_URL: about("/postgres") }),
    "DATABASE_READ_URL names a replica of another database. Name a hot standby of the database in DATABASE_URL",
  ],
  [() => ({ DATA_DIR: join(dataDir, "file", "data") }), "cannot be written"],
];

const bucket: Change = {
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
};
/** What the doctor alone tries: a start waits for no other service than the database. */
const asked: [() => Change, string][] = [
  [() => ({ ...bucket, S3_BUCKET: "nowhere" }), "has no bucket nowhere"],
  [() => ({ ...bucket, S3_SECRET_ACCESS_KEY: "wrong" }), "does not take S3_SECRET_ACCESS_KEY"],
  [
    () => (s3.deny("GET uploads"), bucket),
    "these keys lack s3:ListBucketMultipartUploads in the bucket shop",
  ],
  [() => (s3.deny("DELETE uploadId"), bucket), "these keys lack s3:AbortMultipartUpload in the bucket shop"],
  [() => (s3.deny("POST uploads"), bucket), "these keys may not write, read and remove in the bucket shop"],
  [() => ({ SMTP_URL: `smtp://127.0.0.1:${closed}`, MAIL_FROM: "store@example.com" }), "The mail server: "],
  [
    () => ({ OIDC_ISSUER_URL: `http://127.0.0.1:${closed}`, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" }),
    "Nobody answers at OIDC_ISSUER_URL",
  ],
];

async function doctorSays(env: Change): Promise<string[]> {
  const found = await examine({ DATA_DIR: dataDir, ...env }, async () => []);
  return found.filter(({ level }) => level === "problem").map(({ text }) => text);
}

/** As far as a start looks before it opens anything. */
async function startSays(env: Change): Promise<string[]> {
  try {
    const config = loadConfig({ DATA_DIR: dataDir, ...env });
    requireDataFolder(config.dataDir);
    const log = { warn: () => {}, info: () => {} };
    if (config.databaseUrl) await prepareDatabase(config, databaseAccessOf(config), log as never);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const both = [
  ...onLaptop.map(([change, sentence]) => [sentence, () => change] as const),
  ...onPublicAddress.map(([change, sentence]) => [sentence, () => ({ ...live, ...change })] as const),
  ...looked.map(([change, sentence]) => [sentence, change] as const),
];

test("the table has more than 40 wrong configurations", () => {
  expect(both.length).toBeGreaterThanOrEqual(40);
});

test.each(both)("the doctor and the start say: %s", async (sentence, change) => {
  const said = await startSays(change());
  expect(said).toContainEqual(expect.stringContaining(sentence));
  expect(await doctorSays(change())).toEqual(expect.arrayContaining(said));
});

test.each(asked)("the doctor finds what no start waits for (%#): %s", async (change, sentence) => {
  try {
    const env = change();
    expect(await doctorSays(env)).toContainEqual(expect.stringContaining(sentence));
    expect(await startSays(env)).toEqual([]);
  } finally {
    s3.deny(undefined);
  }
});
