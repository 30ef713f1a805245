import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** What a browser gave us to write to it alone; base64url. */
export type PushKeys = { publicKey: string; authSecret: string };

/** Ours of one message; made anew for each, but by tests. */
type Ours = { privateKey?: Buffer; salt?: Buffer };

const recordSize = 4_096;

/** Thrown where a browser's key is no point of the curve. */
export class UnusableKey extends Error {}

/**
 * Seals a text for one browser, as RFC 8291 has it, in a single record of `aes128gcm` (RFC 8188). At most 3,993 bytes, which
 * every push service takes. Throws `UnusableKey`.
 */
export function encryptPush(text: string, { publicKey, authSecret }: PushKeys, ours: Ours = {}): Buffer {
  const curve = createECDH("prime256v1");
  if (ours.privateKey) curve.setPrivateKey(ours.privateKey);
  else curve.generateKeys();
  const theirKey = Buffer.from(publicKey, "base64url");
  const ourKey = curve.getPublicKey();
  let shared: Buffer;
  try {
    shared = curve.computeSecret(theirKey);
  } catch (error) {
    throw new UnusableKey("The browser's key is no key", { cause: error });
  }
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), theirKey, ourKey]);
  const input = derive(shared, Buffer.from(authSecret, "base64url"), about, 32);
  const salt = ours.salt ?? randomBytes(16);
  const key = derive(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);

  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 says that this is the last record.
  const sealed = [
    cipher.update(text, "utf8"),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  return Buffer.concat([salt, size, Buffer.of(ourKey.length), ourKey, ...sealed]);
}

const derive = (input: Buffer, salt: Buffer, about: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", input, salt, about, length));
