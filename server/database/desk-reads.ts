import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

const deskReads = new AsyncLocalStorage<true>();

/** Whatever `work` asks the database, and all that follows from it, takes the connections that desks have. */
export const readForDesk = <T>(work: () => T): T => deskReads.run(true, work);

/** The one thing that a read has to write: it takes the connections of all. */
export const writeFromDesk = <T>(work: () => T): T => deskReads.exit(work);

/** Rows that are read little by little, long after the request for them began: each of them is a read of a desk. */
export async function* rowsForDesk<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row> {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  try {
    for (;;) {
      const next = await readForDesk(() => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * A pool that reads of desks have another pool beside: a creator who has sold very much and opens twenty tabs waits for
 * their own reads, and no sale waits for them. Which of the two is taken is decided here, by `readForDesk`, and nowhere else.
 */
export class PoolBesideDesks extends pg.Pool {
  readonly desks: pg.Pool;

  constructor(settings: pg.PoolConfig, desks: pg.Pool) {
    super(settings);
    this.desks = desks;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    const connect = deskReads.getStore() ? this.desks.connect.bind(this.desks) : super.connect.bind(this);
    return callback ? connect(callback) : connect();
  }
}
