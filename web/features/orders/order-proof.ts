const key = (orderReference: string) => `openstall:proof:${orderReference}`;

/**
 * The receipt link's token, if the address carries one (`#rt=…`). It leaves the address bar at once and is kept for this
 * tab, so that a reload keeps working. Call it in the browser only.
 */
export function takeOrderProof(orderReference: string): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get("rt");
  if (token) {
    sessionStorage.setItem(key(orderReference), token);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(key(orderReference)) ?? undefined;
}
