const formats = new Map<string, Intl.NumberFormat>();

/** Integer cents as dollars with two decimals: 1900 becomes "$19.00". Other currencies by their ISO code. */
export function formatMoney(cents: number, currency = "usd") {
  const code = currency.toUpperCase();
  let format = formats.get(code);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency: code });
    formats.set(code, format);
  }
  return format.format(cents / 100);
}
