import { createServer } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { type Config, loadConfig } from "#server/config.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startLocalS3 } from "#tests/support/local-s3.ts";
import { checkFiles } from "./check-files.ts";
import { checkSignIn } from "./check-sign-in.ts";
import { checkVariables } from "./check-variables.ts";
import { diagnose } from "./diagnose.ts";

const s3 = await startLocalS3();

afterAll(() => s3.close());
const bucket = {
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
};

async function saidOfFiles(change: Record<string, string>): Promise<string> {
  const config = loadConfig({ ...bucket, ...change });
  const [finding] = await checkFiles(config);
  return `${finding?.level}: ${finding?.text}`;
}

test("a wrong bucket, key, secret and address of the file store are each named", async () => {
  expect(await saidOfFiles({})).toBe("fine: Files can be kept in the bucket shop");
  expect(await saidOfFiles({ S3_SECRET_ACCESS_KEY: "wrong" })).toMatch(
    /^problem: .*does not take S3_SECRET_ACCESS_KEY/,
  );
  expect(await saidOfFiles({ S3_ACCESS_KEY_ID: "AKIDWRONG" })).toMatch(
    /^problem: .*does not know S3_ACCESS_KEY_ID/,
  );
  expect(await saidOfFiles({ S3_BUCKET: "nowhere" })).toMatch(/^problem: .*has no bucket nowhere/);
  expect(await saidOfFiles({ S3_REGION: "eu-other-9" })).toMatch(/^problem: .*another region than S3_REGION/);
  expect(await saidOfFiles({ S3_ENDPOINT: "http://127.0.0.1:1" })).toMatch(
    /^problem: .*nobody answers.*S3_ENDPOINT/,
  );
});

test("variables that are nearly ours are named, and those of others are left alone", () => {
  const said = checkVariables({
    DATABSE_URL: "x",
    SMTP_URI: "x",
    S3_BUCKT: "x",
    STRIPE_WEBHOOK_SECRTE: "x",
    S3_FLAVOUR: "x",
    DATABASE_URL: "x",
    PATH: "/bin",
    HOSTNAME: "here",
    LANG: "C",
    NODE_ENV: "production",
    npm_config_port: "1",
    SMTP_URLS: "",
  }).map(({ text }) => text);
  expect(said).toEqual([
    "DATABSE_URL is read by nobody: did you mean DATABASE_URL?",
    "SMTP_URI is read by nobody: did you mean SMTP_URL?",
    "S3_BUCKT is read by nobody: did you mean S3_BUCKET?",
    "STRIPE_WEBHOOK_SECRTE is read by nobody: did you mean STRIPE_WEBHOOK_SECRET?",
    "S3_FLAVOUR is read by nobody: docs/going-live.md has all variables",
  ]);
});

test("an OpenID Connect provider that is away, or none, is said", async () => {
  const check = async (issuerUrl: string) => {
    const signIn = { method: "oidc" as const, issuerUrl, clientId: "shop", clientSecret: "secret" };
    const [finding] = await checkSignIn({ ...loadConfig({}), signIn });
    return `${finding?.level}: ${finding?.text}`;
  };
  expect(await check(`http://127.0.0.1:${await freePort()}`)).toBe(
    "problem: Nobody answers at OIDC_ISSUER_URL (ECONNREFUSED): no creator can sign in",
  );
  expect(await check(s3.endpoint)).toMatch(
    /^problem: (OIDC_ISSUER_URL is no OpenID Connect provider|Nobody answers)/,
  );
});

test("a data folder that cannot be written, and smtps on a port without TLS, are said", async () => {
  const plain = createServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
  await new Promise<void>((done) => plain.listen(0, "127.0.0.1", done));
  onTestFinished(() => void plain.close());
  const address = plain.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const dataDir = await mkdtemp(join(tmpdir(), "openstall-doctor-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const local = loadConfig({ DATA_DIR: dataDir });
  const problemsOf = async (change: Partial<Config>) =>
    (await diagnose({ ...local, ...change }, async () => []))
      .filter(({ level }) => level === "problem")
      .map(({ text }) => text);
  const { files } = loadConfig(bucket);
  expect(await problemsOf({ dataDir: "/dev/null/nowhere", files })).toContainEqual(
    expect.stringMatching(/^the data folder \/dev\/null\/nowhere cannot be written/),
  );
  expect(
    await problemsOf({
      mail: {
        adapter: "smtp",
        url: `smtps://127.0.0.1:${port}`,
        from: "store@example.com",
        requireTls: false,
      },
    }),
  ).toContainEqual(expect.stringMatching(/^The mail server: SMTP_URL begins with smtps:\/\/.*587/));
});

test("what is no number is said so, by its variable", () => {
  const wrong = () => loadConfig({ PORT: "three", TRUSTED_PROXIES: "some", DATABASE_POOL: "many" });
  expect(wrong).toThrow("PORT must be a number");
  expect(wrong).toThrow("TRUSTED_PROXIES must be a number");
  expect(wrong).toThrow("DATABASE_POOL must be a number");
  expect(() => loadConfig({ DATABASE_DIRECT_URL: "postgres://one/store" })).toThrow(
    /DATABASE_DIRECT_URL is set, but DATABASE_URL is missing/,
  );
});
