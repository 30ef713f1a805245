/** `npm run statements`: has PostgreSQL describe every registered statement, and writes down what it says. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { importStatements, writeDescriptions } from "./write.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = await mkdtemp(join(tmpdir(), "openstall-statements-"));
const server = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), settings: { fsync: "off" } });
const sql = postgres(server.url, { max: 1 });
try {
  await migrateDatabase(server.url, "machine");
  await importStatements(root);
  await writeFile(
    join(root, "server", "database", "described-statements.gen.ts"),
    await writeDescriptions(sql),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await sql.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
