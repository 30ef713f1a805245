/** What stands in the ZIP beside the tables: what each of them is. */
export function readMe(
  now: Date,
  parts: readonly { path: string; says: string }[],
  withFiles: boolean,
): string {
  const width = Math.max(...parts.map(({ path }) => path.length));
  return [
    "Everything of yours on Openstall",
    `Made ${now.toISOString()}`,
    "",
    ".csv files open in any spreadsheet: UTF-8, a comma between cells, moments in UTC, amounts in plain units.",
    "An apostrophe before a cell that would begin a formula keeps it text.",
    ".json files are for programs: amounts in cents, rich texts as documents and, beside them, as HTML.",
    "What opens something (passwords, tokens, card numbers) is not in here. What buyers keep to themselves is not, either.",
    "",
    ...parts.map(({ path, says }) => `${path.padEnd(width)}  ${says}`),
    ...(withFiles
      ? [
          `${"files/".padEnd(width)}  your files, each in a folder named by its id`,
          `${"pictures/".padEnd(width)}  your pictures in their largest size, named by their ids`,
        ]
      : ["", "Files and pictures were left out. Ask for an export with them to have them, too."]),
    "",
  ].join("\r\n");
}
