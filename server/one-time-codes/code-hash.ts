import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";

const slowHash = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

/** How a code rests: a slow hash, keyed with the installation's secret, so that a stolen table gives no code. */
export type HashedCode = { token: string; salt: string };

export async function hashCode(secret: string, code: string): Promise<HashedCode> {
  const salt = randomBytes(16).toString("base64url");
  return { token: await digest(secret, code, salt), salt };
}

export async function isCode(secret: string, code: string, { token, salt }: HashedCode): Promise<boolean> {
  return sameText(await digest(secret, code, salt), token);
}

async function digest(secret: string, code: string, salt: string) {
  const slow = await slowHash(code, Buffer.from(salt, "base64url"), 32);
  return keyedToken(secret, "one-time-code", slow.toString("base64url"));
}
