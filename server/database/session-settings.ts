/** A statement is cut off after this where nothing else is said. */
export const defaultStatementSeconds = 5;

/**
 * What an operator set for a server or a database of theirs is not what statements and the driver read: moments would come
 * in another form, and "in 30 days" would be an hour off after a change of the clocks.
 */
export const sessionSettings = {
  TimeZone: "UTC",
  DateStyle: "ISO",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
} as const;

const asOptions = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");

/** The limits that `openDatabase` sets, as PostgreSQL shows them. */
export const sessionLimits = {
  statement_timeout: `${defaultStatementSeconds}s`,
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
} as const;
const limits = Object.keys(sessionLimits);

/**
 * What the driver is told to connect with our settings. It prefers what an address says: an operator's own `options` come
 * before ours, so that both hold, and ours where they speak of the same; limits in the address are left out.
 */
export function sessionAt(url: string): { connectionString: string; options: string } {
  const address = new URL(url);
  const options = `${address.searchParams.get("options") ?? ""} ${asOptions(sessionSettings)}`.trim();
  const ours = ["options", ...limits].filter((name) => address.searchParams.has(name));
  for (const name of ours) address.searchParams.delete(name);
  return { connectionString: ours.length === 0 ? url : address.href, options };
}

/** The same without limits, also where the role has some: for what may take long, or waits for another process. */
export function unlimitedSessionAt(url: string): { connectionString: string; options: string } {
  const session = sessionAt(url);
  const unlimited = asOptions(Object.fromEntries(limits.map((name) => [name, "0"])));
  return { ...session, options: `${session.options} ${unlimited}` };
}

/** The same, with limits and with more settings for whatever is asked there. */
export function limitedSessionAt(
  url: string,
  statementSeconds: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const session = sessionAt(url);
  return {
    ...session,
    options: `${session.options} ${asOptions(settings)}`.trim(),
    statement_timeout: statementSeconds * 1_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  };
}

/** What the driver is told to connect to a pooler: nothing of ours, since it refuses what it cannot keep. */
export function pooledAt(url: string): { connectionString: string } {
  const address = new URL(url);
  const ours = limits.filter((name) => address.searchParams.has(name));
  for (const name of ours) address.searchParams.delete(name);
  return { connectionString: ours.length === 0 ? url : address.href };
}
