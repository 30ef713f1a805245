/** How many digits the postal codes of a country have. People put the country's letters, spaces and dashes among them. */
const digits: Readonly<Record<number, string>> = {
  3: "FO IS",
  4: "AM AT AU BE BG CH CY DK GE HU LI LU LV NO NZ PH SI TN ZA",
  5: "BA DE EE ES FI FR GF GP HR ID IT KR LT MA MC ME MQ MX MY PF RE RS SM TH TR UA YT",
  6: "BY CN IN KG KZ RO RU SG",
};

type PostalCode = { pattern: RegExp; example: string };

/** Without spaces and dashes, in capitals. */
const patterns: Readonly<Record<string, PostalCode>> = {
  BR: { pattern: /^\d{8}$/, example: "01310-100" },
  CA: { pattern: /^[A-Z]\d[A-Z]\d[A-Z]\d$/, example: "K1A 0B1" },
  CZ: { pattern: /^\d{5}$/, example: "110 00" },
  GB: { pattern: /^([A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|BFPO\d{1,4})$/, example: "SW1A 1AA" },
  GR: { pattern: /^\d{5}$/, example: "104 31" },
  IL: { pattern: /^\d{5}(\d{2})?$/, example: "9614303" },
  JP: { pattern: /^\d{7}$/, example: "100-0001" },
  MT: { pattern: /^[A-Z]{3}\d{4}$/, example: "VLT 1117" },
  NL: { pattern: /^\d{4}[A-Z]{2}$/, example: "1012 AB" },
  PL: { pattern: /^\d{5}$/, example: "00-001" },
  PR: { pattern: /^\d{5}(\d{4})?$/, example: "00901" },
  PT: { pattern: /^\d{7}$/, example: "1100-148" },
  SE: { pattern: /^(SE?)?\d{5}$/, example: "111 22" },
  SK: { pattern: /^\d{5}$/, example: "811 01" },
  TW: { pattern: /^\d{3}(\d{2,3})?$/, example: "10617" },
  US: { pattern: /^\d{5}(\d{4})?$/, example: "94103" },
};

/**
 * What the postal codes of a country look like. Undefined where they are not asked for: countries that have none, and those
 * where parcels arrive without, since a shop that demands what a buyer does not have sells nothing.
 */
export function postalCodeOf(country: string): PostalCode | undefined {
  if (patterns[country]) return patterns[country];
  const length = Object.keys(digits).find((count) => digits[Number(count)]?.split(" ").includes(country));
  return length
    ? { pattern: new RegExp(`^([A-Z]{1,3})?\\d{${length}}$`), example: "12345678".slice(0, Number(length)) }
    : undefined;
}

/** As the post of the country calls it. */
export const postalCodeLabel = (country: string): string =>
  ["PR", "US"].includes(country) ? "ZIP code" : country === "GB" ? "Postcode" : "Postal code";

/** Whether a postal code is one of the country's, however its letters, spaces and dashes were typed. */
export const isPostalCode = ({ pattern }: PostalCode, typed: string): boolean =>
  pattern.test(typed.replace(/[\s-]/g, "").toUpperCase());
