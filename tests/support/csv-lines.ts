import { parse } from "csv-parse/sync";

/** The rows of a CSV file, head first: cells as a reader finds them, joined by commas. */
export const csvLines = (text: string): string[] =>
  parse(text, { bom: true }).map((cells: string[]) => cells.join(","));
