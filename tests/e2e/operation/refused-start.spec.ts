import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { fastFolder } from "#tests/support/fast-folder.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { processesIn, startServer } from "./server-process.ts";

let folder: string;
test.beforeEach(async () => void (folder = await mkdtemp(join(fastFolder(), "openstall-refused-"))));
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test("a port in use is named, at once", async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((done) => other.listen(port, "127.0.0.1", done));
  const message = await refusal({ PORT: `${port}` });
  other.close();
  expect(message).toContain(`port ${port} of 127.0.0.1 is in use`);
  expect(message).toContain("Set PORT");
});

test("a database that cannot be reached is named", async () => {
  const closed = await freePort();
  const unreachable = "no PostgreSQL server can be reached at";
  // One after the other: each must leave no process of this folder behind.
  const answers = [
    await refusal({ DATABASE_URL: "postgres://user:secret@database.invalid/store" }),
    await refusal({ DATABASE_URL: `postgres://user:secret@127.0.0.1:${closed}/store` }),
  ];
  expect(answers[0]).toContain(`DATABASE_URL: ${unreachable} database.invalid:5432`);
  expect(answers[1]).toContain(`DATABASE_URL: ${unreachable} 127.0.0.1:${closed}`);
  for (const answer of answers) expect(answer).not.toContain("secret");
});

test("a data folder that cannot be made is named", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  expect(await refusal({ DATA_DIR: join(file, "data") })).toMatch(
    /data folder .* cannot be written.*Set DATA_DIR/,
  );
});

test("a role there is not is refused", async () => {
  expect(await refusal({}, ["wrker" as "web"])).toContain("there is no role wrker; there are web and worker");
});

/** What a server prints that ends with 1, without a stack, and leaves no process behind. */
async function refusal(env: Record<string, string>, roles: ("web" | "worker")[] = []): Promise<string> {
  const server = await startServer({ env: { DATA_DIR: folder, ...env }, roles });
  await expect.poll(() => server.process.exitCode).toBe(1);
  // It may have ended before all that it printed has arrived.
  await server.end();
  expect(server.output()).toMatch(/^Openstall cannot start:\n {2}- /);
  expect(server.output()).not.toContain("    at ");
  expect(processesIn(folder)).toEqual([]);
  return server.output();
}
