import { networkOf } from "#server/http/rate-limits.ts";

/** A code that was asked for within a day: when, from where, and whether the browser had proved the address before. */
export type CodeRequest = { createdAt: Date; ip: string | null; browserHash: string; known: boolean };

type CodeLimit = { emails: number; minutes: number };

/** Emails to one mailbox, however the address is written, whoever asks for them. */
const shared: CodeLimit[] = [
  { emails: 1, minutes: 1 },
  { emails: 3, minutes: 15 },
  { emails: 10, minutes: 24 * 60 },
];

/** What browsers that have proved the address before have beyond that: strangers can't use it up. */
const ofKnownBrowsers: CodeLimit[] = [
  { emails: 1, minutes: 1 },
  { emails: 3, minutes: 60 },
];

/** What each other network and browser has beyond that, so that strangers elsewhere can't use up what is left for the owner. */
const ofNewcomer: CodeLimit[] = [
  { emails: 1, minutes: 1 },
  { emails: 3, minutes: 24 * 60 },
];

/** All newcomers together, or a stranger with many networks could fill a mailbox. */
const ofNewcomers: CodeLimit[] = [{ emails: 30, minutes: 24 * 60 }];

/** When a code can be asked for again; undefined if that is now. `requests` are those of the mailbox, for the same purpose. */
export function refusedUntil(requests: CodeRequest[], asking: CodeRequest): Date | undefined {
  const beforeShared = endOfWait(requests, shared, asking.createdAt);
  if (beforeShared === undefined) return undefined;
  const own = requests.filter(({ known }) => known === asking.known);
  const beforeOwn = asking.known
    ? endOfWait(own, ofKnownBrowsers, asking.createdAt)
    : latest(
        endOfWait(own.filter(isFrom(asking)), ofNewcomer, asking.createdAt),
        endOfWait(own, ofNewcomers, asking.createdAt),
      );
  return beforeOwn === undefined || beforeOwn < beforeShared ? beforeOwn : beforeShared;
}

const isFrom =
  ({ ip, browserHash }: CodeRequest) =>
  (other: CodeRequest): boolean =>
    other.browserHash === browserHash ||
    (ip !== null && other.ip !== null && networkOf(other.ip) === networkOf(ip));

function endOfWait(requests: CodeRequest[], limits: CodeLimit[], now: Date): Date | undefined {
  const newestFirst = requests
    .map(({ createdAt }) => createdAt)
    .toSorted((a, b) => b.getTime() - a.getTime());
  return latest(
    ...limits.map(({ emails, minutes }) => {
      const oldest = newestFirst[emails - 1];
      const end = oldest && new Date(oldest.getTime() + minutes * 60_000);
      return end && end > now ? end : undefined;
    }),
  );
}

const latest = (...ends: (Date | undefined)[]): Date | undefined =>
  ends.filter((end) => end !== undefined).toSorted((a, b) => b.getTime() - a.getTime())[0];
