import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** Which server a desk reads from. */
type Place = "primary" | "replica";
const deskReads = new AsyncLocalStorage<Place>();

/** Whatever `work` asks the database, and all that follows from it, takes the connections that desks have. */
export const readForDesk = <T>(work: () => T, place: Place = "primary"): T => deskReads.run(place, work);

/** The one thing that a read has to write: it takes the connections of all. */
export const writeFromDesk = <T>(work: () => T): T => deskReads.exit(work);

/** Rows that are read little by little, long after the request for them began: each of them is a read of a desk. */
export function rowsForDesk<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row> {
  return rowsFrom(rows, deskReads.getStore());
}

async function* rowsFrom<Row>(rows: Iterable<Row> | AsyncIterable<Row>, place: Place | undefined) {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  try {
    for (;;) {
      const next: IteratorResult<Row> = await readForDesk(() => iterator.next(), place);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * A pool that reads of desks have another pool beside: a creator who has sold very much and opens twenty tabs waits for
 * their own reads, and no sale waits for them. Which of the two is taken is decided here, by `readForDesk`, and nowhere else;
 * and so it is with a third, of connections to a replica. Who cannot have one of those has one to the primary.
 */
export class PoolBesideDesks extends pg.Pool {
  readonly desks: pg.Pool;
  readonly replica: pg.Pool | undefined;

  constructor(settings: pg.PoolConfig, desks: pg.Pool, replica?: pg.Pool) {
    super(settings);
    this.desks = desks;
    this.replica = replica;
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
    const place = deskReads.getStore();
    const { desks, replica } = this;
    if (place === "replica" && replica) {
      if (!callback) return replica.connect().catch(() => desks.connect());
      replica.connect((error, ...connected) =>
        error ? desks.connect(callback) : callback(error, ...connected),
      );
      return;
    }
    const connect = place ? desks.connect.bind(desks) : super.connect.bind(this);
    return callback ? connect(callback) : connect();
  }
}
