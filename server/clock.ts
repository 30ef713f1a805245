/** What time it is. Tests move it; nothing else does. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
