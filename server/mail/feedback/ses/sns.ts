import { createPublicKey, type KeyObject } from "node:crypto";
import { ReportForged, ReportRefused } from "#server/mail/feedback/mail-report.ts";
import { traceFetch } from "#server/operation/traces/trace-work.ts";
import type { Tracer } from "#server/operation/traces/tracer.ts";
import type { SesSettings } from "./read-sns-message.ts";

const timeoutMs = 5_000;
const certificateBytes = 20_000;
/** Amazon replaces its certificate every few months. */
const keptAtMost = 5;

/** Amazon did not answer: it repeats what it has to say. */
export class SnsUnanswered extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SnsUnanswered";
  }
}

/** Certificates that are not known are asked for so often: whoever knows our topic's name can make up addresses of some. */
const asksAtMost = 10;
const asksMs = 60_000;

const kept = new Map<string, KeyObject>();
const asking = new Map<string, Promise<KeyObject>>();
/** When, by where: one host in a process, and in tests of many shops one for each. */
const lastAsks = new Map<string, number[]>();

/** The public key of a certificate, which is only ever fetched from the host of our topic's region. */
export async function getCertificate(ses: SesSettings, address: string, tracer?: Tracer): Promise<KeyObject> {
  const url = URL.parse(address);
  const origin = originOf(ses);
  if (
    !url ||
    url.origin !== origin ||
    url.href !== `${origin}${url.pathname}` ||
    !isCertificate(url.pathname)
  )
    throw new ReportForged("Its certificate is not at Amazon's address");
  const known = kept.get(url.href) ?? asking.get(url.href);
  if (known) return known;
  const now = performance.now();
  const recent = (lastAsks.get(origin) ?? []).filter((moment) => moment > now - asksMs);
  if (recent.length >= asksAtMost) throw new SnsUnanswered("Too many certificates are asked for");
  lastAsks.set(origin, [...recent, now]);
  const asked = fetchCertificate(ses, url, tracer).finally(() => asking.delete(url.href));
  asking.set(url.href, asked);
  return asked;
}

async function fetchCertificate(ses: SesSettings, url: URL, tracer?: Tracer): Promise<KeyObject> {
  const pem = await askSns(ses, "certificate", url.pathname, tracer);
  try {
    const key = createPublicKey(pem);
    if (kept.size >= keptAtMost) kept.clear();
    kept.set(url.href, key);
    return key;
  } catch (error) {
    throw new ReportRefused("Its certificate cannot be read", { cause: error });
  }
}

const isCertificate = (path: string) => /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/.test(path);

/** GET of a path at the host of our topic's region, for `what`; follows no redirect. */
export async function askSns(
  ses: SesSettings,
  what: "certificate" | "confirm",
  path: string,
  tracer?: Tracer,
): Promise<string> {
  try {
    const response = await traceFetch(tracer, `sns ${what}`, () =>
      fetch(`${originOf(ses)}${path}`, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) }),
    );
    const text = await response.text();
    if (!response.ok || text.length > certificateBytes) throw new Error(`Amazon answered ${response.status}`);
    return text;
  } catch (error) {
    throw new SnsUnanswered("Amazon's notification service did not answer", { cause: error });
  }
}

function originOf({ topicArn, base }: SesSettings): string {
  if (base) return base.origin;
  const [, partition, , region] = topicArn.split(":");
  return `https://sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
}
