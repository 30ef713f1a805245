import { createSign, sign, X509Certificate } from "node:crypto";
import { selfSignedCertificate, sequence, tagged } from "./self-signed-certificate.ts";
import type { Attested } from "./software-authenticator.ts";

/** A key that vouches for itself. */
export const selfAttested = ({ privateKey, data, clientDataHash }: Attested) => ({
  fmt: "packed",
  statement: new Map<string, number | Uint8Array>([
    ["alg", -7],
    ["sig", Uint8Array.from(sign("sha256", Buffer.concat([data, clientDataHash]), privateKey))],
  ]),
});

/**
 * As an Android phone vouches for a key with certificates, here of the caller's own making: theirs is the address, too, at which
 * the list of those that were revoked is said to be.
 */
export const androidAttested =
  (listOfRevoked: string) =>
  ({ publicKey, privateKey, data, clientDataHash }: Attested) => {
    const root = selfSignedCertificate("Anybody");
    const rootDer = new X509Certificate(root.certificate).raw;
    const octets = (content: Buffer) => tagged(0x04, content);
    const number = (value: number) => tagged(0x02, Buffer.from([value]));
    const level = tagged(0x0a, Buffer.from([1]));
    const described = sequence(
      number(3),
      level,
      number(4),
      level,
      octets(clientDataHash),
      octets(Buffer.alloc(0)),
      sequence(),
      sequence(),
    );
    const revoked = sequence(sequence(tagged(0xa0, tagged(0xa0, tagged(0x86, Buffer.from(listOfRevoked))))));
    const rsaWithSha256 = sequence(Buffer.from("06092a864886f70d01010b0500", "hex"));
    const named = (name: string) =>
      sequence(tagged(0x31, sequence(Buffer.from("0603550403", "hex"), tagged(0x0c, Buffer.from(name)))));
    const body = sequence(
      tagged(0xa0, number(2)),
      number(2),
      rsaWithSha256,
      named("Anybody"),
      sequence(tagged(0x17, Buffer.from("200101000000Z")), tagged(0x17, Buffer.from("491231235959Z"))),
      named("A phone"),
      publicKey.export({ type: "spki", format: "der" }),
      tagged(
        0xa3,
        sequence(
          sequence(Buffer.from("060a2b06010401d679020111", "hex"), octets(described)),
          sequence(Buffer.from("0603551d1f", "hex"), octets(revoked)),
        ),
      ),
    );
    const signature = createSign("RSA-SHA256").update(body).sign(root.privateKey);
    const leaf = sequence(body, rsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
    return {
      fmt: "android-key",
      statement: new Map<string, number | Uint8Array | Uint8Array[]>([
        ...selfAttested({ publicKey, privateKey, data, clientDataHash }).statement,
        ["x5c", [leaf, rootDer].map((der) => Uint8Array.from(der))],
      ]),
    };
  };
