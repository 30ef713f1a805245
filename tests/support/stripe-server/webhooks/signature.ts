import { createHmac } from "node:crypto";

/** `Stripe-Signature`: the time and one HMAC-SHA256 of `time.body` per live secret of the endpoint. */
export function signPayload(body: string, secrets: readonly string[], unixSeconds: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex")}`,
  );
  return [`t=${unixSeconds}`, ...signatures].join(",");
}
