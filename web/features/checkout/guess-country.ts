import { useSyncExternalStore } from "react";
import { countryCodes } from "#contract/checkout/countries.ts";
import { browserZone } from "#web/ui/dates.ts";

/** Where the browser seems to be; "" where it does not say, and undefined in the server's page, which cannot know yet. */
export const useGuessedCountry = (): string | undefined =>
  useSyncExternalStore(
    () => () => {},
    () => (guess ??= guessCountry(countryCodes)),
    () => undefined,
  );

let guess: string | undefined;

/** The country of the browser's time zone, and else that of its first language. Asks nobody. */
function guessCountry(codes: readonly string[]): string {
  const zone = browserZone();
  const ofZone = codes.filter((code) => zonesOf(code).includes(zone));
  const [language = ""] = navigator.languages;
  const spoken = /-([A-Z]{2})\b/.exec(language)?.[1] ?? "";
  // Some zones are of several countries; then the language decides, where it is of one of them.
  const [first = ""] = ofZone;
  if (ofZone.length > 0) return ofZone.includes(spoken) ? spoken : first;
  return codes.includes(spoken) ? spoken : "";
}

/** Browsers that do not know it answer with nothing. */
function zonesOf(country: string): string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    `und-${country}`,
  );
  return locale.getTimeZones?.() ?? [];
}
