import type pg from "pg";
import type { Pooler } from "./database-access.ts";

type Send = (asked: unknown, values?: unknown, callback?: unknown) => unknown;
type Told = (error: Error | undefined, result?: unknown) => void;

/**
 * Fits a connection to a pooler that gives another server's to each transaction: nothing that is sent on it relies on what
 * came before. `settings` are PostgreSQL's, by name, for whatever this pool asks: they are set anew in each transaction, and
 * a statement outside one gets one of its own. Where the pooler keeps no prepared statements, names are left out.
 */
export function sendThroughPooler(
  client: pg.PoolClient,
  { keepsNames }: Pooler,
  settings: Readonly<Record<string, string>>,
): void {
  const direct = client.query.bind(client) as Send;
  const send: Send = (asked, ...rest) => direct(keepsNames ? asked : withoutName(asked), ...rest);
  const limits = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`);
  client.query = (limits.length === 0 ? send : limited(send, limits)) as typeof client.query;
}

function limited(send: Send, limits: readonly string[]): Send {
  const begin = (text: string) => [text, ...limits].join("; ");
  let isOpen = false;

  /** In a transaction of its own. It has been written only once that has committed. */
  async function alone(asked: unknown, values: unknown): Promise<unknown> {
    await send(begin("begin"));
    try {
      const result = await send(asked, values);
      await send("commit");
      return result;
    } catch (error) {
      await (send("rollback") as Promise<unknown>).catch(() => {});
      throw error;
    }
  }

  return (asked, values, callback) => {
    const text = textOf(asked);
    if (text === undefined || (isOpen && !isEnd.test(text))) return send(asked, values, callback);
    if (isBegin.test(text)) {
      isOpen = true;
      return send(begin(text), typeof values === "function" ? values : callback);
    }
    if (isOpen) {
      isOpen = false;
      return send(asked, values, callback);
    }
    const told = [values, callback].find((given) => typeof given === "function") as Told | undefined;
    const done = alone(asked, typeof values === "function" ? undefined : values);
    if (!told) return done;
    done.then(
      (result) => told(undefined, result),
      (error: Error) => told(error),
    );
    return undefined;
  };
}

const isBegin = /^\s*begin\b/i;
/** Not what goes back to a savepoint only. */
const isEnd = /^\s*(commit|rollback(?!\s+to\b))/i;

/** Undefined for what reads row by row, which is in its caller's transaction. */
function textOf(asked: unknown): string | undefined {
  if (typeof asked === "string") return asked;
  if (typeof asked !== "object" || asked === null || "submit" in asked || !("text" in asked))
    return undefined;
  return typeof asked.text === "string" ? asked.text : undefined;
}

const withoutName = (asked: unknown): unknown =>
  typeof asked === "object" && asked !== null && "name" in asked && !("submit" in asked)
    ? { ...asked, name: undefined }
    : asked;
