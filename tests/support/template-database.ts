import { randomBytes } from "node:crypto";
import pg from "pg";

import { migrateDatabase } from "#server/database/migrate.ts";

/**
 * Makes the migrated database that every test database of a run is a copy of, and answers its name: another one for each
 * run, since two may share a server. `serverUrl` must name another database.
 */
export async function makeTemplateDatabase(serverUrl: string): Promise<string> {
  const name = `openstall_template_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name}`));
  await migrateDatabase(databaseUrl(serverUrl, name), "movable");
  return name;
}

export async function dropTemplateDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Runs `work` on a connection of its own. */
export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
