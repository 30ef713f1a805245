import { keyedToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

/** Everything that is noted for whoever watches over an installation. SECURITY.md says what each is good for. */
export const securityEvents = [
  "SIGN_IN_ASKED",
  "SIGN_IN_GIVEN",
  "SIGN_IN_FAILED",
  "SESSION_ENDED",
  "LIMIT_MET",
  "SIGNATURE_REFUSED",
  "FORGERY_REFUSED",
  "FOREIGN_ID",
  "LINK_REFUSED",
  "EXPORTED",
  "PAYOUT",
  "KEY_CHANGED",
  "DATA_ERASED",
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** What a line says besides the event. Who it was is given in the clear, and written as a mark. */
export type About = {
  /** An address or an account's id. */
  account?: string | undefined;
  /** The id of the store's creator for which somebody on its team did it. */
  store?: string | undefined;
  /** What one household or host has: see `clientNetwork`. */
  network?: string | undefined;
  route?: string | undefined;
  /** Where no request caused it. */
  job?: string;
  status?: number;
  reqId?: string;
};

/** So many lines of one kind in a minute: a flood is counted, and does not fill the disk. */
const linesAMinute = 100;

type Count = { total: number; thisMinute: number };
const counts = new Map<SecurityEvent, Count>();

/**
 * Writes one line for an event, and counts it. On a laptop nobody watches, and the lines would bury what the start says: they
 * are of level `debug` there. Of whom it tells stands there as a keyed hash: the same for the same person
 * or network in this installation, and nothing to anybody else.
 */
export function logSecurityEvent(
  { config, log, secret }: Pick<Services, "config" | "log" | "secret">,
  securityEvent: SecurityEvent,
  { account, store, network, ...about }: About,
): void {
  const count = counts.get(securityEvent) ?? { total: 0, thisMinute: 0 };
  counts.set(securityEvent, { total: count.total + 1, thisMinute: count.thisMinute + 1 });
  if (count.thisMinute >= linesAMinute) return;
  const mark = (kind: string, value: string) =>
    keyedToken(secret, "security-event", `${kind} ${value}`).slice(0, 16);
  log[config.mode === "local" ? "debug" : "info"](
    {
      securityEvent,
      ...(account !== undefined && { account: mark("account", account) }),
      ...(store !== undefined && { store: mark("account", store) }),
      ...(network !== undefined && { network: mark("network", network) }),
      ...about,
    },
    "security event",
  );
}

/** How often each event happened since this process began; those that never did are left out. */
export const securityCounts = (): Partial<Record<SecurityEvent, number>> =>
  Object.fromEntries([...counts].map(([event, { total }]) => [event, total]));

type CountLog = { info(about: object, words: string): void };

/** Writes the counts of each minute in which anything was counted, with those since the process began. */
export function reportSecurityCounts(log: CountLog): void {
  setInterval(() => endMinute(log), 60_000).unref();
}

/** Exported for its test: what happens every minute. */
export function endMinute(log: CountLog): void {
  const minute = Object.fromEntries(
    [...counts].flatMap(([event, { thisMinute }]) => (thisMinute > 0 ? [[event, thisMinute]] : [])),
  );
  for (const count of counts.values()) count.thisMinute = 0;
  if (Object.keys(minute).length > 0)
    log.info({ securityCounts: { minute, sinceStart: securityCounts() } }, "security events counted");
}
