import { isolated } from "#contract/isolated.ts";
/** A product as a discount meets it. `type` says whether a parcel has to be sent. */
type Discounted = { title: string; type: string };

const listed = new Intl.ListFormat("en");

/** What a discount to nothing does to these products, in one sentence; undefined where it does it to none. */
export function givenAwayText(products: readonly Discounted[]): string | undefined {
  if (products.length === 0) return undefined;
  const shipped = products.filter(({ type }) => type === "PHYSICAL");
  const free = `This makes ${namesOf(products)} free.`;
  return shipped.length === 0 ? free : `${free} You would still pay to make and ship ${namesOf(shipped)}.`;
}

/** "“A”", "“A” and “B”", "“A”, “B” and 3 more". */
export function namesOf(products: readonly Discounted[]): string {
  const names = products.map(({ title }) => `“${isolated(title)}”`);
  return listed.format(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names);
}
