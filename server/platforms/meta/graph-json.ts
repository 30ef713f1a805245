import { z } from "zod";

/** An id as Meta writes it: a text, or here and there a number. */
export const GraphId = z.union([z.string().min(1), z.int().transform(String)]);

/**
 * Reads JSON of Meta's. Whole numbers that a double cannot hold become texts: ids are sometimes written as numbers, and
 * rounding one would name somebody else. Answers undefined for what is no JSON.
 */
export function parseGraphJson(text: string): unknown {
  try {
    // Rarely needed, and ten times slower.
    return hasLongNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hasLongNumber = /[:,[]\s*-?\d{16}/;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value;
}
