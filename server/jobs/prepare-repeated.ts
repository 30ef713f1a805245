import { createHash } from "node:crypto";
import type { QueryConfig } from "pg";

/** A statement is prepared once it has been sent this often: what is sent at a start alone is not worth keeping. */
const sentBefore = 20;
/** Texts that are watched: some of the library's have names and times written into them, and come once. */
const mostTexts = 200;

/**
 * Names what the queue's library sends again and again, so that PostgreSQL reads and plans it once for each connection instead
 * of each time: of a job's four statements that was the larger part. Only texts with values are named; others may be several
 * statements in one.
 */
export function prepareRepeated(): (text: string, values?: unknown[]) => QueryConfig {
  /** How often, and after that under which name. */
  const sent = new Map<string, number | string>();
  return (text, values) => {
    if (values === undefined || values.length === 0) return { text };
    const known = sent.get(text) ?? 0;
    if (typeof known === "string") return { name: known, text, values };
    const times = known + 1;
    if (known > 0 || sent.size < mostTexts) sent.set(text, times < sentBefore ? times : nameOf(text));
    return { text, values };
  };
}

const nameOf = (text: string) => `queue_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
