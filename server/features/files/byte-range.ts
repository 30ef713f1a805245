export type ByteRange = { start: number; end: number };

/**
 * What a Range header asks of a file of `size` bytes: one range (both ends inclusive), "unsatisfiable" when it begins
 * past the end, or undefined for the whole file: no header, one that is malformed, or several ranges at once.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [unit = "", ranges = "", more] = (header ?? "").split("=");
  if (unit.toLowerCase() !== "bytes" || more !== undefined) return undefined;
  const [first, last, another] = ranges.split("-").map((end) => end.trim());
  if (first === undefined || last === undefined || another !== undefined) return undefined;
  if ((first === "" && last === "") || !/^\d*$/.test(first + last)) return undefined;
  if (first === "") {
    const suffix = Number(last);
    if (suffix === 0 || size === 0) return "unsatisfiable";
    return { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
