import { randomBytes } from "node:crypto";

import pg from "pg";
import { inject } from "vitest";

import { databaseUrl, onServer } from "./template-database.ts";

export type TestDatabase = {
  /** PostgreSQL itself. */
  url: string;
  /** The variables by which a server reaches it: through PgBouncer, or without notifications, where the tests run so. */
  environment: { DATABASE_URL: string; DATABASE_DIRECT_URL: string; DATABASE_LISTEN: string };
  /** Drops it, cutting off whoever is still connected. */
  drop(): Promise<void>;
};

/** A migrated, empty database of one's own: a copy of the template, made in some 20 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("testDatabaseServer");
  const name = `openstall_test_${randomBytes(6).toString("hex")}`;
  await onServer(server, (client) => copyTemplate(client, name));
  const url = databaseUrl(server, name);
  return {
    url,
    environment: {
      DATABASE_URL: databaseUrl(inject("testPooler") || server, name),
      DATABASE_DIRECT_URL: url,
      DATABASE_LISTEN: process.env["TEST_LISTEN"] ?? "on",
    },
    drop: async () => {
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/**
 * PostgreSQL waits five seconds for others to leave the template. On a busy machine its own autovacuum may take longer, so
 * this asks again.
 */
async function copyTemplate(client: pg.Client, name: string): Promise<void> {
  const objectInUse = "55006";
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(
        `create database ${name} template ${inject("testDatabaseTemplate")} strategy file_copy`,
      );
      return;
    } catch (error) {
      if (attempt === 10 || !(error instanceof pg.DatabaseError) || error.code !== objectInUse) throw error;
    }
  }
}
