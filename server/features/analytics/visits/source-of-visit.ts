import { isReturn, namedSource, type Source, sourceOfHost, sourceOfProgram } from "./known-sources.ts";

/** What a request says of where its visitor came from. */
export type Arrival = {
  /** Of the page's address, behind the question mark. */
  search: string;
  referrer: string;
  userAgent: string;
  /** Our own link led here: one in a message, or in a mail about a cart. */
  by?: "MESSAGE" | "EMAIL" | undefined;
};

const longest = 100;
const direct: Source = { channel: "DIRECT", source: "Direct" };

/** Where a visit came from, by the first that says it: our own link, a name in the address, the site before, the program. */
export function sourceOfVisit({ search, referrer, userAgent, by }: Arrival, ownHost: string): Source {
  if (by === "MESSAGE") return { channel: by, source: "Direct message" };
  if (by === "EMAIL") return { channel: by, source: "Cart mail" };
  return (
    sourceInAddress(search) ?? sourceOfReferrer(referrer, ownHost) ?? sourceOfProgram(userAgent) ?? direct
  );
}

function sourceInAddress(search: string): Source | undefined {
  if (search === "") return undefined;
  const given = new URLSearchParams(search);
  const affiliate = plain(given.get("aff"));
  if (affiliate) return { channel: "AFFILIATE", source: affiliate };
  const name = plain(given.get("utm_source") ?? given.get("source") ?? given.get("ref"));
  if (!name) return undefined;
  const known = namedSource(name) ?? sourceOfHost(name);
  const medium = plain(given.get("utm_medium"));
  const source = known?.source ?? name;
  if (/^e-?mail|^newsletter/.test(medium)) return { channel: "EMAIL", source };
  if (/^(cpc|ppc|paid|ads?|display|cpm)/.test(medium)) return { channel: "CAMPAIGN", source };
  return known ?? { channel: "CAMPAIGN", source };
}

function sourceOfReferrer(referrer: string, ownHost: string): Source | undefined {
  const host = /^(?:https?|android-app):\/\/([^/?#:]+)/i.exec(referrer)?.[1]?.toLowerCase();
  if (host === undefined || host === ownHost || isReturn(host)) return undefined;
  const name = plain(host.replace(/^(www|m|l|lm)\./, ""));
  return sourceOfHost(host) ?? (name ? { channel: "LINK", source: name } : undefined);
}

/** In lower case, without what is no text; nothing for an address of somebody's, which some links carry. */
const plain = (text: string | null): string =>
  (text?.includes("@") ? "" : (text ?? ""))
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .trim()
    .toLowerCase()
    .slice(0, longest)
    .toWellFormed();
