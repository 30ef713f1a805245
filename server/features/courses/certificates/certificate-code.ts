import { randomBytes } from "node:crypto";

/** Crockford's 32 signs: none is read as another. */
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new code of 125 random bits, to be read from paper: five groups of five signs. */
export const newCertificateCode = (): string =>
  grouped(Array.from(randomBytes(25), (byte) => signs[byte % 32]).join(""));

/** The code that was meant, however it was typed; undefined for what is none. */
export function readCertificateCode(typed: string): string | undefined {
  const read = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{25}$/.test(read) ? grouped(read) : undefined;
}

const grouped = (code: string): string => code.replaceAll(/.{5}(?=.)/g, "$&-");
