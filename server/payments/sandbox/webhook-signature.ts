import { createHmac } from "node:crypto";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";

/** How old a webhook may be. */
const toleranceSeconds = 300;

export const signatureHeader = "sandbox-signature";

/** The key that both ends derive from the installation's secret. */
export const webhookKey = (secret: string): string => keyedToken(secret, "sandbox-webhook", "v1");

/** `t=<unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>` */
export function signWebhook(key: string, body: string | Buffer, now: Date): string {
  const t = Math.floor(now.getTime() / 1000);
  return `t=${t},v1=${mac(key, t, body)}`;
}

/** Whether a header of that form was made over these very bytes, with our key, less than five minutes ago. */
export function isSigned(key: string, body: Buffer, header: unknown, now: Date): boolean {
  if (typeof header !== "string") return false;
  const parts = header.split(",").map((part) => part.trim().split("=", 2) as [string, string?]);
  const t = parts.find(([name]) => name === "t")?.[1];
  if (!t || !/^\d{1,12}$/.test(t)) return false;
  if (now.getTime() / 1000 - Number(t) > toleranceSeconds) return false;
  const expected = mac(key, Number(t), body);
  return parts.some(([name, value]) => name === "v1" && value !== undefined && sameText(value, expected));
}

const mac = (key: string, t: number, body: string | Buffer): string =>
  createHmac("sha256", key).update(`${t}.`).update(body).digest("hex");
