import { keyedToken, sameText } from "#server/secrets/secrets.ts";

/** A row of `subscribers` and the mail to confirm that its code and link are of. */
export type Round = { id: string; round: number };

/** The six digits of a mail to confirm. They rest nowhere: whoever has the secret and the row can say them again. */
export function confirmCode(secret: string, round: Round): string {
  const bytes = Buffer.from(keyedToken(secret, "subscription-confirm", `code ${textOf(round)}`), "base64url");
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

/** What the link of that mail carries. */
export const confirmToken = (secret: string, round: Round): string =>
  `${textOf(round)}.${markOf(secret, textOf(round))}`;

/** Which mail a token is of; undefined where we did not make it. */
export function readConfirmToken(secret: string, token: string): Round | undefined {
  const [, text = "", id = "", round = ""] = /^(([0-9a-f-]{36})\.(\d{1,9}))\.[\w-]+$/.exec(token) ?? [];
  const made = { id, round: Number(round) };
  return text !== "" && sameText(token, confirmToken(secret, made)) ? made : undefined;
}

const textOf = ({ id, round }: Round) => `${id}.${round}`;

/** 128 bits are enough for what cannot be tried without asking us. */
const markOf = (secret: string, value: string) =>
  keyedToken(secret, "subscription-confirm", value).slice(0, 22);
