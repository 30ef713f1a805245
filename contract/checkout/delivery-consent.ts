/**
 * What consumers in the EU and EEA say of digital content that is to start within the 14 days of withdrawal, and what the
 * receipt confirms of it, by the version that is kept with the order. Words that somebody agreed to never change: others
 * get the next number.
 */
const consentTexts = [
  {
    version: 1,
    startsNow:
      "I want the digital content of this order at once, before the 14 days for withdrawing are over.",
    rightEnds: "I know that I lose my right to withdraw from it as soon as its delivery begins.",
    confirmation:
      "At the payment you asked for the digital content of this order at once, and confirmed to know that your right to withdraw from it ends when its delivery begins. With that it has ended.",
  },
] as const;

/** The words that buyers are shown now. */
export const currentConsent = consentTexts[0];

/** The words of a version; undefined where there are none. */
export const consentOfVersion = (version: number | null | undefined) =>
  consentTexts.find((text) => text.version === version);

/** Digital content starts at once; a service, a session, an event and a parcel do not. */
export const digitalContentTypes: readonly string[] = ["DOWNLOAD", "COURSE", "MEMBERSHIP"];
