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
  const sent = new Map<string, number>();
  return (text, values) => {
    if (values === undefined || values.length === 0) return { text };
    const times = sent.get(text) ?? 0;
    if (times < sentBefore) {
      if (times > 0 || sent.size < mostTexts) sent.set(text, times + 1);
      return { text, values };
    }
    return { name: nameOf(text), text, values };
  };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `queue_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, name);
  return name;
}
