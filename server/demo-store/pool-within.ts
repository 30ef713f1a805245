import pg from "pg";

const asSavepoint = (text: unknown): unknown => {
  if (typeof text !== "string") return text;
  if (/^begin\b/.test(text)) return "savepoint within";
  if (text === "commit") return "release savepoint within";
  return text === "rollback" ? "rollback to savepoint within" : text;
};

/**
 * A pool of the one connection that a transaction is on: what is asked of it is part of that transaction, and a transaction
 * that begins on it is a savepoint. For one caller, who asks for one thing after the other.
 */
export class PoolWithin extends pg.Pool {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    super({ max: 1 });
    this.#client = new Proxy(client, {
      get(target, name) {
        if (name === "release") return () => {};
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name !== "query") return value.bind(target);
        return (text: unknown, ...rest: unknown[]) => value.call(target, asSavepoint(text), ...rest);
      },
    });
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
    if (!callback) return Promise.resolve(this.#client);
    callback(undefined, this.#client, () => {});
  }
}
