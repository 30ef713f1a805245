const ofAllOthers = Number(process.env["E2E_PORT"] ?? 3210);

/** What is above 1,023 in "port blocking" of the Fetch standard: browsers open no page there. */
const blocked = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080,
]);

/**
 * The port of a shop that a file of journeys has for itself: the `number`th above that of the shop of all others which
 * browsers open. No two files have the same, since they run side by side.
 */
export function ownPort(number: number): number {
  let port = ofAllOthers;
  for (let left = number; left > 0;) if (!blocked.has(++port)) left--;
  return port;
}
