import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";

/** A key with a certificate of its own (X.509, RSA of 2048 bits), as a host serves it. */
export function selfSignedCertificate(name: string): { privateKey: KeyObject; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rsaWithSha256 = sequence(Buffer.from("06092a864886f70d01010b0500", "hex"));
  const issuer = sequence(
    tagged(0x31, sequence(Buffer.from("0603550403", "hex"), tagged(0x0c, Buffer.from(name)))),
  );
  const validity = sequence(
    tagged(0x17, Buffer.from("200101000000Z")),
    tagged(0x17, Buffer.from("491231235959Z")),
  );
  const body = sequence(
    tagged(0x02, Buffer.from([1])),
    rsaWithSha256,
    issuer,
    validity,
    issuer,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("RSA-SHA256").update(body).sign(privateKey);
  const der = sequence(body, rsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    privateKey,
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}

/** A value of DER with its tag and length. */
export function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

export const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
