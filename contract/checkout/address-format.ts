import { withPlainDigits } from "#contract/plain-digits.ts";
import { countryName } from "./country-name.ts";

/** A part of a country: its code, its name in Latin letters, and how it stands on a parcel where that is not its code. */
export type Region = [code: string, name: string, ...printed: string[]];

/**
 * How the addresses of a country are asked for, checked and printed. In `fmt`, a line of the parcel each, %N is the
 * recipient, %A the street, %C the city, %S the state or other region, %Z the postal code. What is not named in it, the
 * country's addresses do not have.
 */
export type AddressFormat = {
  fmt: string;
  /** For an address in Latin letters, where that is another. */
  latin?: string | undefined;
  /** The letters of what has to be given. */
  require: string;
  /** What a region, a city and a postal code are called: "state", "do_si"; a city is a city unless said. */
  region?: string | undefined;
  city?: string | undefined;
  code?: string | undefined;
  /** Of a postal code without spaces and dashes, in capitals. */
  pattern?: string | undefined;
  example?: string | undefined;
  /** Where the post has a closed list. */
  regions?: Region[] | undefined;
};

/** An address as it is kept: seven texts, empty where the country has no such thing. */
export type Address = {
  name: string;
  line1: string;
  line2: string;
  city: string;
  /** The code of one of the country's regions where it has a list, and else what was typed. */
  region: string;
  postalCode: string;
  country: string;
};

export type AskedField = "line1" | "line2" | "city" | "region" | "postalCode";

/** For countries of which nothing is known. */
export const generalFormat: AddressFormat = {
  fmt: "%N\n%A\n%C\n%S\n%Z",
  require: "AC",
  region: "province",
  code: "postal",
};

const letterOf = { line1: "A", line2: "A", city: "C", region: "S", postalCode: "Z" } as const;

/** What an address of the country is asked for, in the order of its post. */
export const fieldsOf = ({ fmt }: AddressFormat): AskedField[] =>
  [...fmt.matchAll(/%([ACSZ])/g)].flatMap(([, letter]): AskedField[] =>
    letter === "A"
      ? ["line1", "line2"]
      : letter === "C"
        ? ["city"]
        : letter === "S"
          ? ["region"]
          : ["postalCode"],
  );

/** Whether a parcel needs it. */
export const isRequired = ({ require }: AddressFormat, field: AskedField): boolean =>
  field !== "line2" && require.includes(letterOf[field]);

/** What the country calls a field. */
export function labelOf({ region = "", city = "", code = "" }: AddressFormat, field: AskedField): string {
  if (field === "line1") return "Street and number";
  if (field === "line2") return "Apartment, floor";
  if (field === "city") return cityNames[city] ?? "City";
  if (field === "region") return regionNames[region] ?? "Region";
  return codeNames[code] ?? "Postal code";
}

const cityNames: Readonly<Record<string, string>> = {
  district: "District",
  post_town: "Town or city",
  suburb: "Suburb",
};
const codeNames: Readonly<Record<string, string>> = {
  eircode: "Eircode",
  pin: "PIN code",
  postcode: "Postcode",
  zip: "ZIP code",
};
const regionNames: Readonly<Record<string, string>> = {
  area: "Area",
  county: "County",
  department: "Department",
  district: "District",
  do_si: "Province or city",
  emirate: "Emirate",
  island: "Island",
  oblast: "Oblast",
  parish: "Parish",
  prefecture: "Prefecture",
  province: "Province",
  state: "State",
};

/**
 * What is wrong with an address, by field; nothing where a parcel with it arrives. The only judge of addresses: the page
 * asks it as fields are left, the server before anything is charged.
 */
export function addressProblems(
  format: AddressFormat,
  address: Omit<Address, "name" | "country">,
): Partial<Record<AskedField, string>> {
  const found: Partial<Record<AskedField, string>> = {};
  for (const field of fieldsOf(format)) {
    const problem = problemOf(format, field, address[field]);
    if (problem) found[field] = problem;
  }
  return found;
}

function problemOf(format: AddressFormat, field: AskedField, value: string): string | undefined {
  const name = inSentence(labelOf(format, field));
  if (field === "region" && format.regions && (value || isRequired(format, field)))
    return format.regions.some(([code]) => code === value) ? undefined : `Please choose ${withArticle(name)}`;
  if (!value) return isRequired(format, field) ? `Please enter the ${name}` : undefined;
  if (field !== "postalCode" || looksRight(format, value) || !isRequired(format, field)) return undefined;
  return `Please enter ${withArticle(name)} like ${format.example ?? ""}`;
}

/** A postal code that is odd where none is needed: it may be right, so it is asked about and blocks nothing. */
export const postalCodeDoubt = (format: AddressFormat, typed: string): string | undefined =>
  typed && !isRequired(format, "postalCode") && !looksRight(format, typed)
    ? `Is this right? ${labelOf(format, "postalCode")}s here look like ${format.example ?? ""}.`
    : undefined;

/** Whether it is a postal code of the country, however its letters, spaces and dashes and the country's own letters were typed. */
function looksRight({ pattern }: Pick<AddressFormat, "pattern">, typed: string): boolean {
  if (!pattern) return true;
  const plain = withPlainDigits(typed).toUpperCase().replace(/[\s-]/g, "");
  return matches(pattern, plain) || matches(pattern, plain.replace(countryLetters, ""));
}

const matches = (pattern: string, plain: string) => new RegExp(`^(?:${pattern})$`).test(plain);
/** "D-80331", "SE-111 22". */
const countryLetters = /^[A-Z]{1,2}[\s-]*(?=\d)/;

/** Only digits: a phone shows its number pad. */
export const hasDigitsOnly = ({ pattern = "" }: AddressFormat): boolean =>
  pattern !== "" && !/[A-Z]/.test(pattern.replaceAll("\\d", ""));

/** What is kept of what was typed: no field that the country does not have, regions by their code, postal codes in capitals. */
export function settledAddress<Typed extends Address>(format: AddressFormat, typed: Typed): Typed {
  const asked = fieldsOf(format);
  const kept = (field: AskedField) => (asked.includes(field) ? typed[field] : "");
  return {
    ...typed,
    city: kept("city"),
    region: regionCode(format, kept("region")),
    postalCode: settledCode(format, kept("postalCode")),
  };
}

function settledCode({ pattern = "" }: AddressFormat, typed: string): string {
  const code = withPlainDigits(typed).toUpperCase();
  const isWhole = matches(pattern, code.replace(/[\s-]/g, ""));
  return isWhole || !looksRight({ pattern }, code) ? code : code.replace(countryLetters, "");
}

/** The code of a region typed as code or as name, in any case and without accents; as typed where there is none. */
export function regionCode({ regions = [] }: AddressFormat, typed: string): string {
  const plain = plainOf(typed);
  if (!plain) return "";
  return regions.find((region) => region.some((text) => text && plainOf(text) === plain))?.[0] ?? typed;
}

const plainOf = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/**
 * An address as it stands on a parcel, a line each, with the country's name last. Whatever an older address has that the
 * country's format does not name stands before the country.
 */
export function addressLines(format: AddressFormat, address: Address): string[] {
  const isLatin = !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(
    Object.values(address).join(""),
  );
  const region = format.regions?.find(([code]) => code === regionCode(format, address.region));
  const texts: Record<string, string> = {
    N: address.name,
    A: [address.line1, address.line2].filter(Boolean).join("\n"),
    C: address.city,
    S: region?.[2] ?? region?.[0] ?? address.region,
    Z: address.postalCode,
  };
  const fmt = (isLatin && format.latin) || format.fmt;
  const lines = fmt.split("\n").flatMap((line) => printedLine(line, texts).split("\n"));
  const unnamed = ["C", "S", "Z"]
    .filter((letter) => !fmt.includes(`%${letter}`))
    .map((letter) => texts[letter] ?? "");
  return [...lines, ...unnamed, countryName(address.country)].filter(Boolean);
}

/** What stands between two parts stands only where both are there, and what stands before one where it is. */
function printedLine(line: string, texts: Readonly<Record<string, string>>): string {
  let printed = "";
  for (const [, between = "", letter = ""] of line.matchAll(/([^%]{0,40})%([NACSZ])/g)) {
    const text = texts[letter] ?? "";
    if (text) printed += standsBefore(printed, between, text) ? between + text : text;
  }
  return printed.trim();
}

/** Not before the line's first part if it only divides, nor where "SE-" was typed with the code. */
const standsBefore = (printed: string, between: string, text: string): boolean =>
  !text.startsWith(between.trim() || " ") && (printed !== "" || !/^[\s,/–-]+$/.test(between));

const withArticle = (name: string) => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
const inSentence = (label: string) =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
