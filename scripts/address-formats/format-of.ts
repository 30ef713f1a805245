import { z } from "zod";
import type { AddressFormat, Region } from "#contract/checkout/address-format.ts";

const SourceCountry = z.object({
  fmt: z.string().optional(),
  lfmt: z.string().optional(),
  require: z.string().optional(),
  upper: z.string().optional(),
  state_name_type: z.string().optional(),
  locality_name_type: z.string().optional(),
  zip_name_type: z.string().optional(),
  zip: z.string().optional(),
  zipex: z.string().optional(),
  sub_keys: z.string().optional(),
  sub_names: z.string().optional(),
  sub_lnames: z.string().optional(),
  sub_isoids: z.string().optional(),
});
export type SourceCountry = z.infer<typeof SourceCountry>;
/** A file has a country under its code, and its states and languages under longer keys. */
export const SourceFile = z.record(z.string(), SourceCountry);

/** What the page needs of a country's data, in Latin letters. */
export function formatOf(code: string, source: SourceCountry, general: SourceCountry): AddressFormat {
  const country = { ...general, ...source, ...corrections[code] };
  // The post of the United States serves its territories as states, whose code is the country's own.
  if (territories.includes(code)) country.fmt = country.fmt?.replace("%S", code);
  const regions = regionsOf(code, country);
  const fmt = printed(country.fmt ?? "");
  const latin = printed(country.lfmt ?? country.fmt ?? "");
  return {
    fmt,
    ...(latin !== fmt && { latin }),
    require: ["A", "C", "S", "Z"]
      .filter((letter) => country.require?.includes(letter) && country.fmt?.includes(`%${letter}`))
      .join(""),
    ...(country.fmt?.includes("%S") && { region: country.state_name_type ?? "province" }),
    ...(country.locality_name_type !== "city" && { city: country.locality_name_type }),
    ...(country.fmt?.includes("%Z") && { code: codeName(code, country) }),
    ...(country.fmt?.includes("%Z") && country.zip && { pattern: bare(code, country.zip) }),
    ...(country.fmt?.includes("%Z") && country.zipex && { example: country.zipex.split(",")[0] ?? "" }),
    ...(regions.length > 0 && { regions }),
  };
}

/** An organisation, a part of a city and a sorting code have no field of their own. */
const printed = (format: string) =>
  format
    .replaceAll(/%[ODX]/g, "")
    .replaceAll("%R", "")
    .split("%n")
    .map((line) => line.trim().replaceAll(/ {2,}/g, " "))
    .filter((line) => line.includes("%"))
    .join("\n");

const codeName = (code: string, { zip_name_type: name }: SourceCountry) =>
  name === "postal" && ["AU", "GB", "GG", "IM", "JE", "NL", "NZ", "ZA"].includes(code) ? "postcode" : name;

/** The post's pattern for what was typed without its spaces and dashes. Latvia's letters are typed or not. */
const bare = (code: string, pattern: string) =>
  pattern
    .replace(new RegExp(`^${code}-`), `(?:${code})?`)
    .replaceAll(/\[[ \\-]+\]\??/g, "")
    .replaceAll(/(\[[^\][]*\])|\\-\??|[ -]\??/g, (_, list: string | undefined) => list ?? "");

function regionsOf(code: string, country: SourceCountry): Region[] {
  if (!country.fmt?.includes("%S")) return [];
  const split = (list: string | undefined) => list?.split("~") ?? [];
  const [names, latinNames, ids] = [country.sub_names, country.sub_lnames, country.sub_isoids].map(split);
  const listed = split(country.sub_keys).map((key, place): Region => {
    const name = [latinNames?.[place], names?.[place], key].find((text) => text && isLatin(text)) ?? key;
    const printedAs = isLatin(key) ? key : name;
    const id = ids?.[place] || printedAs;
    return printedAs === id ? [id, name] : [id, name, printedAs];
  });
  const added = addedRegions[code] ?? [];
  const gone = goneRegions[code] ?? [];
  return [...listed.filter(([id]) => !gone.includes(id)), ...added].sort((one, other) =>
    one[1].localeCompare(other[1], "en"),
  );
}

const isLatin = (text: string) => !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text);

/** Where the source is older than the post, or drops what parcels need. */
const corrections: Readonly<Record<string, SourceCountry>> = {
  GB: { zipex: "SW1A 1AA" },
  US: { zipex: "94103" },
  // Since 2015 the source counts Japan's city to the street; buyers and other shops do not.
  JP: { fmt: "〒%Z%n%S%n%C%n%A%n%N", lfmt: "%N%n%A%n%C, %S%n%Z", require: "ACSZ" },
};
const territories = ["AS", "FM", "GU", "MH", "MP", "PW", "UM", "VI"];
const addedRegions: Readonly<Record<string, Region[]>> = {
  IN: [
    ["DH", "Dadra and Nagar Haveli and Daman and Diu", "Dadra and Nagar Haveli and Daman and Diu"],
    ["LA", "Ladakh", "Ladakh"],
  ],
};
/** India's two territories have been one since 2020. */
const goneRegions: Readonly<Record<string, string[]>> = { IN: ["DN", "DD"] };
