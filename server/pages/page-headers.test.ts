import { expect, test } from "vitest";
import { type Config, loadConfig } from "#server/config.ts";
import { pageHeaders } from "./page-headers.ts";

const local = loadConfig({});
const withStripe: Config = {
  ...local,
  payments: { provider: "stripe", secretKey: "", publishableKey: "", webhookSecrets: [], apiBase: undefined },
};
const live = { ...local, mode: "live" } as const;

const policyOf = (headers: Record<string, string>, name: string) =>
  headers["content-security-policy"]?.split("; ").find((part) => part.startsWith(`${name} `));

test("a static page may run no script", () => {
  const headers = pageHeaders(local, "/u/demo");
  expect(policyOf(headers, "script-src")).toBe("script-src 'inline-speculation-rules'");
  expect(policyOf(headers, "style-src-attr")).toBeUndefined();
});

test("a hydrated page runs its own scripts by nonce, never inline ones", () => {
  const headers = pageHeaders(local, "/checkout/1", { nonce: "abc" });
  expect(policyOf(headers, "script-src")).toBe("script-src 'self' 'nonce-abc'");
  expect(policyOf(headers, "style-src")).toBe("style-src 'self'");
});

test("styles by nonce are for the lesson player, and only where lessons play", () => {
  expect(policyOf(pageHeaders(local, "/course/x", { nonce: "abc" }), "style-src")).toBe(
    "style-src 'self' 'nonce-abc'",
  );
  expect(policyOf(pageHeaders(local, "/success", { nonce: "abc" }), "style-src")).toBe("style-src 'self'");
});

test("a page's one inline style is let through by its hash, and by nothing else", () => {
  const styled = pageHeaders(local, "/u/demo", { styleHash: "sha256-abc=" });
  expect(policyOf(styled, "style-src")).toBe("style-src 'self' 'sha256-abc='");
  expect(policyOf(styled, "script-src")).toBe("script-src 'inline-speculation-rules'");
  expect(policyOf(pageHeaders(local, "/u/demo"), "style-src")).toBe("style-src 'self'");
});

test("Stripe's hosts appear only where Stripe takes the payments", () => {
  expect(pageHeaders(local, "/checkout/1", { nonce: "abc" })["content-security-policy"]).not.toContain(
    "stripe",
  );
  expect(policyOf(pageHeaders(withStripe, "/checkout/1", { nonce: "abc" }), "frame-src")).toContain(
    "https://js.stripe.com",
  );
  expect(pageHeaders(withStripe, "/u/demo")["content-security-policy"]).not.toContain("stripe");
  expect(pageHeaders(withStripe, "/checkout/1", { nonce: "abc" })["permissions-policy"]).toContain(
    'payment=(self "https://js.stripe.com")',
  );
  expect(pageHeaders(local, "/checkout/1", { nonce: "abc" })["permissions-policy"]).toContain(
    "payment=(self)",
  );
});

test("the preview of a design is framed by our own pages, and by no other", () => {
  const headers = pageHeaders(local, "/design-preview");
  expect(policyOf(headers, "frame-ancestors")).toBe("frame-ancestors 'self'");
  expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(pageHeaders(local, "/design-preview/x")["x-frame-options"]).toBe("DENY");
});

test("no page may be framed, and buyer pages send no referrer", () => {
  expect(policyOf(pageHeaders(local, "/"), "frame-ancestors")).toBe("frame-ancestors 'none'");
  for (const path of ["/checkout/1", "/success", "/post-purchase", "/course/x", "/members"]) {
    expect(pageHeaders(local, path, { nonce: "n" })["referrer-policy"]).toBe("no-referrer");
  }
  expect(pageHeaders(local, "/")["referrer-policy"]).toBe("strict-origin-when-cross-origin");
});

test("strict transport security belongs to live mode", () => {
  expect(pageHeaders(local, "/")["strict-transport-security"]).toBeUndefined();
  expect(pageHeaders(live, "/")["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});
