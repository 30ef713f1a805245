import { z } from "zod";
import { oneLine } from "./values.ts";

/**
 * A code as it was meant, of what was typed or pasted: without invisible characters, spaces and quotation marks around it,
 * and with full-width letters as plain ones.
 */
export function bareCode(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim();
  const [, quoted] = /^["'“”„«»‘’](.*)["'“”„«»‘’]$/s.exec(plain) ?? [];
  return (quoted ?? plain).trim();
}

/**
 * The code of a coupon or an affiliate as a buyer or a creator types it, of at most `max` characters. What it is wrapped in
 * may be three times as long: more would not fit into an address.
 */
export const typedCode = (max: number) =>
  z
    .string()
    .max(4 * max)
    .overwrite(bareCode)
    .pipe(oneLine(max));
