import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";

/** With what our mails are signed, where the mail server does not sign them: the domain is that of `MAIL_FROM`. */
export type DkimKey = { selector: string; privateKey: KeyObject };

/** The variables of DKIM. The selector alone says where the key of a provider that signs stands. */
export const dkimEnvironment = {
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/, "must be a selector such as s1")
    .optional(),
  MAIL_DKIM_PRIVATE_KEY: z.string().optional(),
};
type Environment = z.infer<z.ZodObject<typeof dkimEnvironment>> & { SMTP_URL?: string | undefined };

/**
 * What of a mail is signed, once for each time it stands there. RFC 8058 wants the two fields of one-click unsubscribing
 * among them, which no library's own list has. Whatever a mail server adds on the way is not ours to sign.
 */
export const signedFields = [
  "From",
  "Reply-To",
  "To",
  "Subject",
  "Date",
  "Message-ID",
  "In-Reply-To",
  "References",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "Auto-Submitted",
  "List-Id",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
];

/** Mail programs look at no shorter key for long. */
const fewestBits = 2_048;

/** Undefined where the mail server signs, or nobody does. */
export function dkimKeyOf({
  MAIL_DKIM_SELECTOR: selector,
  MAIL_DKIM_PRIVATE_KEY: pem,
}: Environment): DkimKey | undefined {
  const privateKey = pem === undefined ? undefined : readKey(pem);
  return selector !== undefined && privateKey ? { selector, privateKey } : undefined;
}

/** A key that signs nothing would be noticed by mails that are taken for spam: it is looked at before anything starts. */
export function wrongDkim({
  MAIL_DKIM_SELECTOR: selector,
  MAIL_DKIM_PRIVATE_KEY: pem,
  SMTP_URL: server,
}: Environment): string[] {
  if (pem === undefined) return [];
  const key = readKey(pem);
  return [
    ...(selector === undefined ? ["MAIL_DKIM_SELECTOR is missing (MAIL_DKIM_PRIVATE_KEY is set)"] : []),
    ...(server === undefined ? ["SMTP_URL is missing (MAIL_DKIM_PRIVATE_KEY is set)"] : []),
    ...wrongKey(key),
  ];
}

function wrongKey(key: KeyObject | undefined): string[] {
  if (key?.asymmetricKeyType !== "rsa")
    return [
      'MAIL_DKIM_PRIVATE_KEY is not a private RSA key: make one by "openssl genrsa 2048", and put all of it there, with \\n for its line breaks where it has to be one line',
    ];
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < fewestBits
    ? [`MAIL_DKIM_PRIVATE_KEY has ${bits} bits, and mail programs want ${fewestBits} or more`]
    : [];
}

/** What stands behind `p=` in the record of a key. */
export const publicPartOf = ({ privateKey }: DkimKey): string =>
  createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64");

/** Files of variables hold one line each: there `\n` stands for a line break. */
function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem.replaceAll(String.raw`\n`, "\n"));
  } catch {
    return undefined;
  }
}
