const shared = [
  "unitPriceCents",
  "discountCents",
  "shippingCents",
  "totalPriceCents",
  "refundedCents",
  "refundableCents",
] as const;

type Shares = { itemType: string } & { [Amount in (typeof shared)[number]]?: number };

/**
 * Lines as people bought them: a bundle's parts hold its price, each its share (see the decision on bundles), so its own line
 * is given their sums, and them as its `parts`. No other line has any.
 */
export function wholeLines<Line extends Shares>(lines: readonly Line[]): (Line & { parts: Line[] })[] {
  const parts = lines.filter(({ itemType }) => itemType === "PART");
  return lines
    .filter(({ itemType }) => itemType !== "PART")
    .map((line) =>
      line.itemType === "MAIN" && parts.length > 0
        ? { ...together(line, parts), parts }
        : { ...line, parts: [] },
    );
}

function together<Line extends Shares>(line: Line, parts: readonly Line[]): Line {
  const sums: Record<string, number> = {};
  for (const amount of shared)
    if (line[amount] !== undefined)
      sums[amount] = parts.reduce((sum, part) => sum + (part[amount] ?? 0), line[amount]);
  return { ...line, ...sums };
}
