import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

const live = {
  PUBLIC_URL: "https://store.example.com",
  DATABASE_URL: "postgres://u:p@db/x",
  APP_SECRET: "x".repeat(32),
  SMTP_URL: "smtps://mail",
  MAIL_FROM: "store@example.com",
  S3_BUCKET: "b",
  S3_ACCESS_KEY_ID: "k",
  S3_SECRET_ACCESS_KEY: "s",
};

test("with no configuration everything is stood in for, on localhost", () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    mode: "local",
    host: "127.0.0.1",
    port: 3000,
    payments: { provider: "sandbox" },
    mail: { adapter: "mailbox" },
    files: { adapter: "folder" },
    signIn: { method: "code" },
    databaseUrl: undefined,
  });
  expect(config.publicUrl.origin).toBe("http://localhost:3000");
});

test.each(["http://localhost:4000", "http://127.0.0.1:3000", "http://127.9.9.9", "http://[::1]:3000"])(
  "%s is local",
  (PUBLIC_URL) => {
    expect(loadConfig({ PUBLIC_URL }).mode).toBe("local");
  },
);

test.each([
  "https://store.example.com",
  "https://10.0.0.5",
  "https://localhost.example.com",
  "https://127.0.0.1.example.com",
])("%s is live, and every missing variable is named at once", (PUBLIC_URL) => {
  const problems = problemsOf({ PUBLIC_URL });
  for (const name of Object.keys(live).filter((name) => name !== "PUBLIC_URL")) {
    expect(problems).toContainEqual(expect.stringContaining(name));
  }
});

test("live mode uses no stand-in; without Stripe's keys there is no payment", () => {
  expect(loadConfig(live)).toMatchObject({
    mode: "live",
    payments: { provider: "none" },
    mail: { adapter: "smtp" },
    files: { adapter: "s3" },
  });
});

test("a live address without https, or with Stripe's test keys, is refused", () => {
  expect(problemsOf({ ...live, PUBLIC_URL: "http://store.example.com" }).join()).toContain("https://");
  const stripe = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  expect(problemsOf({ ...live, ...stripe }).join()).toContain("test key");
});

const stripeKeys = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2,",
};

test("Stripe's keys switch Stripe on, in both modes, with every webhook secret that is named", () => {
  const on = { provider: "stripe", webhookSecrets: ["whsec_1", "whsec_2"], apiBase: undefined };
  expect(loadConfig(stripeKeys).payments).toMatchObject(on);
  const liveKeys = {
    ...stripeKeys,
    STRIPE_SECRET_KEY: "rk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  };
  expect(loadConfig({ ...live, ...liveKeys }).payments).toMatchObject(on);
});

test("a test key beside a live one is refused", () => {
  expect(problemsOf({ ...stripeKeys, STRIPE_PUBLISHABLE_KEY: "pk_live_1" }).join()).toContain("don't match");
});

test("another Stripe than the real one is believed only from this machine, in local mode", () => {
  const here = { ...stripeKeys, STRIPE_API_BASE: "http://127.0.0.1:12111" };
  expect(loadConfig(here).payments).toMatchObject({ apiBase: new URL("http://127.0.0.1:12111") });
  expect(problemsOf({ ...here, STRIPE_API_BASE: "http://203.0.113.5:12111" }).join()).toContain("loopback");
  expect(problemsOf({ ...here, STRIPE_API_BASE: "http://127.0.0.1.example.com" }).join()).toContain(
    "loopback",
  );
  expect(problemsOf({ ...live, ...here }).join()).toContain("STRIPE_API_BASE");
});

test("on a public address mail, database and files travel over TLS alone, but for this very machine and files on a private network", () => {
  const config = (more: Record<string, string>) => loadConfig({ ...live, ...more });
  expect(config({ SMTP_URL: "smtp://mail:587" }).mail).toMatchObject({ requireTls: true });
  expect(config({ SMTP_URL: "smtp://127.0.0.1:25" }).mail).toMatchObject({ requireTls: false });
  expect(loadConfig({ SMTP_URL: "smtp://mail:25", MAIL_FROM: "a@b.example" }).mail).toMatchObject({
    requireTls: false,
  });
  for (const SMTP_URL of [
    "mail:587",
    "http://mail",
    "smtp://mail?ignoreTLS=true",
    "smtp://mail:587/?name=us&tls.rejectUnauthorized=false",
    "smtp://mail?requireTLS=false",
    "smtp:?host=mail",
  ])
    expect(problemsOf({ ...live, SMTP_URL }), SMTP_URL).toEqual([expect.stringContaining("SMTP_URL")]);
  for (const host of [
    "files.example.com",
    "files",
    "10.0.0.4",
    "internal",
    "internal.example.com",
    "files.internal.",
    "filesinternal",
  ])
    expect(problemsOf({ ...live, S3_ENDPOINT: `http://${host}:9000` }), host).toEqual([
      expect.stringContaining("S3_ENDPOINT"),
    ]);
  // This machine, and the names that are reserved for private networks.
  for (const host of ["[::1]", "localhost", "files.internal"])
    expect(config({ S3_ENDPOINT: `http://${host}:9000` }).files.adapter).toBe("s3");
});

test.each([
  ["postgres://u:p@db/x", "postgres://u:p@db/x?sslmode=verify-full"],
  [
    "postgres://u:p@db:5433/x?application_name=a",
    "postgres://u:p@db:5433/x?application_name=a&sslmode=verify-full",
  ],
  ["postgres://u:p@db/x#there", "postgres://u:p@db/x?sslmode=verify-full"],
  ["postgres://u:p@/x?host=db", "postgres://u:p@/x?host=db&sslmode=verify-full"],
  ["postgres://u:p@127.0.0.1/x?host=db", "postgres://u:p@127.0.0.1/x?host=db&sslmode=verify-full"],
  ["postgres://u:p@127.0.0.1:5433/x", "postgres://u:p@127.0.0.1:5433/x"],
  ["postgres://u:p@[::1]/x", "postgres://u:p@[::1]/x"],
  ["postgres://%2Fvar%2Frun/x", "postgres://%2Fvar%2Frun/x"],
  ["postgres:///x?host=/var/run", "postgres:///x?host=/var/run"],
  ["postgres://u:p@db/x?sslmode=disable", "postgres://u:p@db/x?sslmode=disable"],
  ["postgres://u:p@db/x?sslmode=no-verify", "postgres://u:p@db/x?sslmode=no-verify"],
])("a public store's database at %s is reached at %s", (DATABASE_URL, reached) => {
  expect(loadConfig({ ...live, DATABASE_URL }).databaseUrl).toBe(reached);
  expect(loadConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test("a key that signs mails is looked at before anything starts", () => {
  const pem = (kind: string, options: object) =>
    generateKeyPairSync(kind as "rsa", options as { modulusLength: number })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString();
  const good = pem("rsa", { modulusLength: 2_048 });
  const signing = { ...live, MAIL_DKIM_SELECTOR: "s1", MAIL_DKIM_PRIVATE_KEY: good };
  // As a file of variables has it, too, whose values are one line each.
  for (const key of [good, good.replaceAll("\n", String.raw`\n`)])
    expect(loadConfig({ ...signing, MAIL_DKIM_PRIVATE_KEY: key }).mail).toMatchObject({
      dkimKey: { selector: "s1", privateKey: expect.objectContaining({ asymmetricKeyType: "rsa" }) },
    });
  expect(loadConfig({ ...live, MAIL_DKIM_SELECTOR: "s1" }).mail).toMatchObject({ dkimKey: undefined });
  for (const [change, said] of [
    [{ MAIL_DKIM_SELECTOR: "" }, "MAIL_DKIM_SELECTOR is missing"],
    [{ MAIL_DKIM_PRIVATE_KEY: "secret" }, "openssl genrsa 2048"],
    [{ MAIL_DKIM_PRIVATE_KEY: pem("ed25519", {}) }, "is not a private RSA key"],
    [{ MAIL_DKIM_PRIVATE_KEY: pem("rsa", { modulusLength: 1_024 }) }, "has 1024 bits"],
  ] as const) {
    const problems = problemsOf({ ...signing, ...change });
    expect(problems).toEqual([expect.stringContaining(said)]);
    expect(problems.join()).not.toContain("secret");
  }
  const { SMTP_URL: _, MAIL_FROM: __, ...mailbox } = signing;
  expect(problemsOf({ ...mailbox, PUBLIC_URL: "http://localhost:3000" })).toEqual([
    "SMTP_URL is missing (MAIL_DKIM_PRIVATE_KEY is set)",
  ]);
});

test("the platform's fee is in basis points, none by default", () => {
  expect(loadConfig({}).payouts).toEqual({ platformFeeBps: 0, country: "us" });
  expect(loadConfig({ PLATFORM_FEE_BPS: "250", PAYOUT_COUNTRY: "DE" }).payouts).toEqual({
    platformFeeBps: 250,
    country: "de",
  });
  expect(problemsOf({ PLATFORM_FEE_BPS: "10001" }).join()).toContain("PLATFORM_FEE_BPS");
  expect(problemsOf({ PAYOUT_COUNTRY: "Germany" }).join()).toContain("PAYOUT_COUNTRY");
});

test("what unpaid accounts may store is told in GiB, and one of them never more than all of them", () => {
  const gib = 1024 ** 3;
  expect(loadConfig({}).unpaidStorage).toEqual({ accountBytes: 2 * gib, totalBytes: 50 * gib });
  expect(loadConfig({ UNPAID_STORAGE_GIB: "0.5", UNPAID_STORAGE_TOTAL_GIB: "500" }).unpaidStorage).toEqual({
    accountBytes: gib / 2,
    totalBytes: 500 * gib,
  });
  for (const value of ["0", "-1", "much", "51"])
    expect(problemsOf({ UNPAID_STORAGE_GIB: value }).join(), value).toContain("UNPAID_STORAGE_GIB");
  for (const value of ["0", "1", "Infinity"])
    expect(problemsOf({ UNPAID_STORAGE_TOTAL_GIB: value }).join(), value).toContain(
      "UNPAID_STORAGE_TOTAL_GIB",
    );
});

test("how much all exports may store is told in GiB", () => {
  expect(loadConfig({}).exportsStorage).toEqual({ totalBytes: 100 * 1024 ** 3 });
  expect(loadConfig({ EXPORTS_STORAGE_TOTAL_GIB: "0.5" }).exportsStorage).toEqual({
    totalBytes: 1024 ** 3 / 2,
  });
  for (const value of ["0", "-1", "much"])
    expect(problemsOf({ EXPORTS_STORAGE_TOTAL_GIB: value }).join(), value).toContain(
      "EXPORTS_STORAGE_TOTAL_GIB",
    );
});

test("half a set of keys is a mistake, in local mode too", () => {
  expect(problemsOf({ STRIPE_SECRET_KEY: "sk_test_1" })).toHaveLength(2);
  expect(problemsOf({ SMTP_URL: "smtp://x" }).join()).toContain("MAIL_FROM");
  expect(problemsOf({ OIDC_ISSUER_URL: "https://id.example.com" })).toHaveLength(2);
});

test("ALLOW_SANDBOX opens the stand-ins on a public address, and says so", () => {
  const demo = loadConfig({
    PUBLIC_URL: "https://demo.example.com",
    APP_SECRET: "x".repeat(32),
    ALLOW_SANDBOX: "true",
  });
  expect(demo).toMatchObject({
    mode: "live",
    sandboxAllowed: true,
    payments: { provider: "sandbox" },
    mail: { adapter: "mailbox" },
    demo: true,
  });
  expect(loadConfig({ ALLOW_SANDBOX: "true" }).sandboxAllowed).toBe(false);
});

test("a public demo is entered where payments and mail are both pretended, and never beside real keys", () => {
  const demo = {
    PUBLIC_URL: "https://demo.example.com",
    APP_SECRET: "x".repeat(32),
    ALLOW_SANDBOX: "true",
  };
  const mail = { SMTP_URL: "smtps://u:p@mail.example.com", MAIL_FROM: "store@example.com" };
  const keys = (mode: string) => ({
    STRIPE_SECRET_KEY: `sk_${mode}_1`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  });
  expect(loadConfig({ ...demo, ...mail }).demo).toBe(false);
  expect(loadConfig({ ...demo, ...keys("test") }).demo).toBe(false);
  expect(problemsOf({ ...demo, ...keys("live") }).join()).toContain("ALLOW_SANDBOX is for demos");
  expect(loadConfig({}).demo).toBe(true);
});

test("operators are named by address: the demo's creator on a laptop, nobody elsewhere unless said", () => {
  expect([...loadConfig({}).operators]).toEqual(["demo@example.com"]);
  expect([...loadConfig({ OPERATORS: " Olga@Example.com ,two@example.com" }).operators]).toEqual([
    "olga@example.com",
    "two@example.com",
  ]);
  expect(problemsOf({ OPERATORS: "olga" }).join()).toContain("olga is not an email address");
  const demo = {
    PUBLIC_URL: "https://demo.example.com",
    APP_SECRET: "x".repeat(32),
    ALLOW_SANDBOX: "true",
  };
  expect(loadConfig(demo).operators.size).toBe(0);
  // Its mailbox is open to everybody, with every code in it.
  const olga = { OPERATORS: "olga@example.com" };
  expect(problemsOf({ ...demo, ...olga }).join()).toContain("in its mailbox");
  const mail = { SMTP_URL: "smtps://u:p@mail.example.com", MAIL_FROM: "store@example.com" };
  expect(loadConfig({ ...demo, ...olga, ...mail }).operators.size).toBe(1);
});

test("the front page is ours unless a name or a store is given, and that names a creator's handle", () => {
  expect(loadConfig({}).front).toEqual({ name: undefined, store: undefined });
  expect(loadConfig({ OPERATOR_NAME: " Maya & Sons ", FRONT_STORE: " Maya_1 " }).front).toEqual({
    name: "Maya & Sons",
    store: "maya_1",
  });
  for (const FRONT_STORE of ["@maya", "u/maya", "ma", "//evil.example", "a".repeat(31)])
    expect(problemsOf({ FRONT_STORE }), FRONT_STORE).toEqual([
      expect.stringContaining("FRONT_STORE must be the handle of a creator"),
    ]);
  expect(problemsOf({ OPERATOR_NAME: "x".repeat(81) }).join()).toContain("OPERATOR_NAME");
});

test("empty variables count as unset, and nonsense is named", () => {
  expect(loadConfig({ DATABASE_URL: "", PORT: "" }).port).toBe(3000);
  expect(problemsOf({ PORT: "many" }).join()).toContain("PORT");
  expect(problemsOf({ PUBLIC_URL: "store" }).join()).toContain("PUBLIC_URL");
  expect(problemsOf({ PUBLIC_URL: "https://store.example.com/path" }).join()).toContain("PUBLIC_URL");
});

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error("it was accepted");
}
