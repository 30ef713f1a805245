import type { IncomingHttpHeaders } from "node:http";
import { StripeError } from "./stripe-error.ts";
import { apiVersion } from "./shapes.ts";

export type Keys = { secretKey: string; publishableKey: string };
export type Caller = { isBrowser: boolean; account: string | null };

/** Who calls: the merchant's server by the secret key, or a buyer's browser by the publishable one. */
export function callerOf(headers: IncomingHttpHeaders, formKey: string | undefined, keys: Keys): Caller {
  const key = keyOf(headers.authorization) ?? formKey;
  if (key === undefined)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (key !== keys.secretKey && key !== keys.publishableKey)
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`);
  const isBrowser = key === keys.publishableKey;
  checkVersion(headers["stripe-version"], isBrowser);
  const account = headers["stripe-account"];
  return { isBrowser, account: typeof account === "string" ? account : null };
}

function keyOf(authorization: string | undefined): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic) (\S+)$/.exec(authorization ?? "") ?? [];
  if (value === undefined) return undefined;
  return scheme === "Bearer" ? value : Buffer.from(value, "base64").toString().split(":")[0];
}

/** Only the version that the package `stripe` pins, said out loud: webhook shapes and answers hang on it. */
function checkVersion(version: string | string[] | undefined, isBrowser: boolean) {
  if (version === apiVersion || (isBrowser && version === undefined)) return;
  throw new StripeError(400, {
    type: "invalid_request_error",
    message: `Invalid Stripe API version: ${String(version)}. This server speaks ${apiVersion}.`,
  });
}

const unauthorized = (message: string) => new StripeError(401, { type: "invalid_request_error", message });
