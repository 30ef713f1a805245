import type { DatabaseSettings, PoolSizes } from "./database-environment.ts";

/** What a pooler that gives a connection to one transaction after the other does for us. */
export type Pooler = {
  /** Whether statements that were prepared under a name are found again on another connection. */
  keepsNames: boolean;
};

/** How this process reaches its database. */
export type DatabaseAccess = {
  /** For all that ends with its transaction; leads through the pooler, where there is one. */
  url: string;
  /** For what belongs to a session: LISTEN, locks that outlive a transaction, the queue, migrations. */
  directUrl: string;
  /** Undefined where `url` is PostgreSQL itself. */
  pooler: Pooler | undefined;
  /** Whether notifications arrive. */
  listens: boolean;
  pools: PoolSizes;
};

/** The access that settings name, before anybody has looked what is there; `embeddedUrl` where they name no server. */
export function databaseAccessOf(
  settings: Pick<DatabaseSettings, "databaseUrl" | "databaseDirectUrl" | "databaseListen" | "pools">,
  embeddedUrl = "",
): DatabaseAccess {
  const url = settings.databaseUrl ?? embeddedUrl;
  return {
    url,
    directUrl: settings.databaseDirectUrl ?? url,
    // Until it has been tried, a pooler is believed to keep nothing.
    pooler: settings.databaseDirectUrl === undefined ? undefined : { keepsNames: false },
    listens: settings.databaseListen,
    pools: settings.pools,
  };
}
