import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Config } from "#server/config.ts";
import { derivedKey } from "#server/secrets/derived-keys.ts";

/** By what push services know this installation (RFC 8292): made of its secret, so that no key has to be kept. */
export type VapidKeys = { publicKey: string; privateKey: KeyObject };

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const known = new Map<string, VapidKeys>();

export function vapidKeys(secret: string): VapidKeys {
  const cached = known.get(secret);
  if (cached) return cached;
  const seed = BigInt(`0x${derivedKey(secret, "web-push").export().toString("hex")}`);
  const d = Buffer.from(((seed % (order - 1n)) + 1n).toString(16).padStart(64, "0"), "hex");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: d.toString("base64url"),
  };
  const keys = {
    publicKey: point.toString("base64url"),
    privateKey: createPrivateKey({ key: jwk, format: "jwk" }),
  };
  known.set(secret, keys);
  return keys;
}

const livesSeconds = 12 * 3_600;

/**
 * What says to a push service who writes, and whom it may complain to; for that service alone, and for twelve hours by the
 * machine's time: nobody moves the service's clock, and it refuses what is good for longer than a day.
 */
export function vapidHeader(
  { secret, config }: { secret: string; config: Pick<Config, "publicUrl"> },
  address: URL,
): string {
  const { publicKey, privateKey } = vapidKeys(secret);
  const contact = config.publicUrl.protocol === "https:" ? config.publicUrl.origin : "mailto:push@localhost";
  const claims = { aud: address.origin, exp: Math.floor(Date.now() / 1_000) + livesSeconds, sub: contact };
  const unsigned = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(unsigned), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${unsigned}.${signature.toString("base64url")}, k=${publicKey}`;
}
