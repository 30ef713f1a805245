type Search<Name extends string> = { [K in Name]?: string | undefined } & { [name: string]: unknown };

/**
 * What an address says behind its question mark: these texts, where it has them; whatever else is in it (`fbclid`,
 * `utm_…`) stays. Each page's address is read at every first load, so this does without a schema library.
 */
export const searchTexts =
  <const Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): Search<Name> =>
    Object.fromEntries(
      Object.entries(search).filter(
        ([name, value]) => typeof value === "string" || !names.some((text) => text === name),
      ),
    ) as Search<Name>;
