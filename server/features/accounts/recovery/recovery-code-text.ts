import { randomInt } from "node:crypto";
import { withPlainDigits } from "#contract/plain-digits.ts";
import { keyedToken } from "#server/secrets/secrets.ts";

/** Crockford's: without letters that are read as digits, and without U. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const groups = 4;
const groupLength = 4;

/** A new code of 80 random bits, in groups for people: "k3fw-9q2m-x7td-p0hs". */
export const newRecoveryCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(""),
  ).join("-");

/** How a code is stored and looked up. It can't be guessed, so it needs no slow hash. */
export const recoveryCodeHash = (secret: string, code: string): string =>
  keyedToken(secret, "recovery-code", readAs(code));

/** What was typed, as it was printed: people mix up case, widths, separators, O and 0, I, L and 1. */
const readAs = (code: string): string =>
  withPlainDigits(code)
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
