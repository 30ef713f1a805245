import { countryCodes } from "#contract/countries.ts";

/** Every country by its English name, in the order of the names. */
export function countries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
