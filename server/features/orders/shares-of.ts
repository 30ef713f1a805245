/**
 * An amount in cents by weights, to the cent: each is rounded down, and the cents that are left go to the largest remainders,
 * the earlier one of equals first. Where nothing weighs anything all weigh the same.
 */
export function sharesOf(amountCents: number, weights: readonly number[]): number[] {
  const isWeighed = weights.some((weight) => weight > 0);
  // Cents times cents may be more than a number holds exactly.
  const exact = weights.map((weight) => BigInt(isWeighed ? weight : 1));
  const whole = exact.reduce((sum, weight) => sum + weight, 0n);
  const parts = exact.map((weight, place) => {
    const product = BigInt(amountCents) * weight;
    return { place, cents: Number(product / whole), remainder: product % whole };
  });
  let left = amountCents - parts.reduce((sum, { cents }) => sum + cents, 0);
  for (const part of parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1,
  ))
    if (left > 0) {
      part.cents++;
      left--;
    }
  return parts.map(({ cents }) => cents);
}
