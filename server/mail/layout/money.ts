const formats = new Map<string, Intl.NumberFormat>();

/** Cents as `$1,234.50`. */
export function formatMoney(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  let format = formats.get(code);
  if (!format)
    formats.set(code, (format = new Intl.NumberFormat("en-US", { style: "currency", currency: code })));
  return format.format(cents / 100);
}
