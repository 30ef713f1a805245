/** What time it is for the shop: everything that begins, falls due or ends goes by it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
