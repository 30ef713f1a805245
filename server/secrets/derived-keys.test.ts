import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { derivedKey, sealPurposes, tokenPurposes } from "./derived-keys.ts";

const secret = "the secret of an installation, 32 characters or more";
const purposes = [...tokenPurposes, ...sealPurposes];
const sources = globSync("server/**/*.ts", { exclude: ["server/database/migrations/**"] })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("no two purposes share a key, nor two installations", () => {
  const keys = [secret, `${secret}.`].flatMap((from) =>
    purposes.map((purpose) => derivedKey(from, purpose).export()),
  );
  expect(keys.every((key) => key.length === 32)).toBe(true);
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(2 * purposes.length);
});

test("keys are for ever: links in mails and sealed columns rest on them", () => {
  expect(derivedKey(secret, "receipt").export().toString("base64url")).toBe(
    "VNphiPYiJe8v-OHpARKlgXbwNRkcXY4JiqDI48qGeZU",
  );
  expect(derivedKey(secret, "column key").export().toString("base64url")).toBe(
    "0KQFjf1wF00LaWywwlWogP6qczE_zoa2-o4VWjmlTcg",
  );
});

describe("every purpose", () => {
  test.each(purposes)("%s is used, and described where keys are decided on", (purpose) => {
    const users = sources.filter(
      ({ file, text }) => file !== "server/secrets/derived-keys.ts" && text.includes(`"${purpose}"`),
    );
    expect(users).not.toEqual([]);
    const decision = readFileSync("docs/decisions/0022-one-key-for-each-purpose.md", "utf8");
    expect(decision).toContain(`\`${purpose}\``);
  });
});

test("nothing is signed or sealed with a key that has no purpose", () => {
  const makers = /\b(?:createHmac|createCipheriv|createDecipheriv|hkdfSync|hkdf|createSign)\(/;
  // Ours by derived keys; the others by what a provider gave us for exactly this.
  const files = sources.filter(({ text }) => makers.test(text)).map(({ file }) => file);
  expect(files.toSorted()).toEqual([
    // Receipts of before keys had purposes.
    "server/features/access/can-see.ts",
    // By a salt of the day, which dies with it.
    "server/features/analytics/visits/visitor-hash.ts",
    // By the keys that each browser gave, as RFC 8291 has it.
    "server/features/notifications/push/encrypt-push.ts",
    "server/payments/sandbox/webhook-signature.ts",
    "server/platforms/meta/meta-signatures.ts",
    "server/platforms/x/x-webhook.ts",
    "server/secrets/derived-keys.ts",
    "server/secrets/sealing.ts",
    "server/secrets/secrets.ts",
  ]);
});
