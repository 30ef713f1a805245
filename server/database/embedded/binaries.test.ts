import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { Client } from "pg";
import { afterAll, afterEach, expect, test } from "vitest";

import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findPostgresPackage, postgresPackageName } from "./postgres-package.ts";
import {
  removeAllFolders,
  removeTemporaryFolders,
  sharedDataFolder,
  temporaryFolder,
} from "./test-folders.ts";

const isRoot = process.getuid?.() === 0;
const sharedDataDir = sharedDataFolder();

afterEach(removeTemporaryFolders);
afterAll(removeAllFolders);

test("library links that npm's install scripts did not make are restored, by two starts at once", async () => {
  const packageFolder = copyPackage(temporaryFolder());
  const removed = removeLinks(packageFolder);
  await Promise.all([startAndQuery({ packageFolder }), startAndQuery({ packageFolder })]);
  for (const link of removed) expect(existsSync(link)).toBe(true);
});

test("programs in a folder others cannot read are copied to a cache once; an ordinary user runs them in place", async () => {
  const cacheFolder = temporaryFolder();
  const packageFolder = copyPackage(temporaryFolder(0o700));
  removeLinks(packageFolder);
  await Promise.all([
    startAndQuery({ packageFolder, cacheFolder }),
    startAndQuery({ packageFolder, cacheFolder }),
  ]);
  const { version } = findPostgresPackage(packageFolder);
  expect(readdirSync(cacheFolder)).toEqual(
    isRoot ? [`postgres-${version}-${process.platform}-${process.arch}`] : [],
  );
});

test("a cache that others may write to is not trusted", async () => {
  const cacheFolder = temporaryFolder(0o777);
  const packageFolder = copyPackage(temporaryFolder(0o700));
  const outcome = await outcomeOf(startAndQuery({ packageFolder, cacheFolder }));
  expect(outcome).toMatch(isRoot ? /others may write to it/ : /^started$/);
});

test("data under a folder others cannot enter stays there", async () => {
  const closed = temporaryFolder(0o700);
  const dataDir = join(closed, ".data", "postgres");
  mkdirSync(dirname(dataDir), { mode: 0o700 });
  await startAndQuery({ dataDir });
  await startAndQuery({ dataDir });
  expect(existsSync(join(dataDir, "cluster", "PG_VERSION"))).toBe(true);
  expect(lstatSync(closed).mode & 0o777).toBe(0o700);
});

test("data that root makes in an ordinary user's folder belongs to that user", async () => {
  const daemon = 1;
  const owner = isRoot ? daemon : (process.getuid?.() ?? 0);
  expect(await ownersOfDataUnder(owner)).toEqual(new Set([owner]));
});

test("an owner this system has no name for, as of a container's volume, does not keep root from starting", async () => {
  const nameless = isRoot ? 54_321 : (process.getuid?.() ?? 0);
  expect((await ownersOfDataUnder(nameless)).has(nameless)).toBe(!isRoot);
});

test("a data folder that cannot be made is named; root can make it anywhere", async () => {
  const dataDir = join(temporaryFolder(0o555), "postgres");
  const outcome = await outcomeOf(startAndQuery({ dataDir }));
  expect(outcome).toMatch(isRoot ? /^started$/ : /postgres cannot be created.*set DATA_DIR/s);
});

test("where there is no PostgreSQL for the platform, the message says what to do", () => {
  expect(() => postgresPackageName("win32-arm64")).toThrow(
    /no PostgreSQL for win32-arm64\. Set DATABASE_URL to a PostgreSQL 15\+ server/,
  );
  expect(() => findPostgresPackage(temporaryFolder())).toThrow(/is missing.*npm ci --include=optional/s);
});

test.runIf(process.platform === "linux")(
  "a program this system cannot load is an error, not a crash",
  async () => {
    const packageFolder = copyPackage(temporaryFolder());
    const initdb = join(packageFolder, "native", "bin", "initdb");
    rmSync(initdb);
    writeFileSync(initdb, "#!/lib/ld-of-another-system.so\n");
    const dataDir = join(temporaryFolder(), "postgres");
    await expect(startAndQuery({ packageFolder, dataDir })).rejects.toThrow("has no execute permission");
    chmodSync(initdb, 0o755);
    await expect(startAndQuery({ packageFolder, dataDir })).rejects.toThrow(
      /GNU C library.*Set DATABASE_URL/s,
    );
  },
);

function copyPackage(parent: string): string {
  const { native } = findPostgresPackage();
  const copy = join(parent, "package");
  cpSync(dirname(native), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function removeLinks(packageFolder: string): string[] {
  const lib = join(packageFolder, "native", "lib");
  const links = readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  return links.map((entry) => {
    rmSync(join(lib, entry.name));
    return join(lib, entry.name);
  });
}

async function ownersOfDataUnder(owner: number): Promise<Set<number>> {
  const checkout = temporaryFolder();
  if (process.getgid) chownSync(checkout, owner, process.getgid());
  const dataDir = join(checkout, ".data", "postgres");
  await startAndQuery({ dataDir });
  await startAndQuery({ dataDir });
  const made = readdirSync(dataDir).map((name) => join(dataDir, name));
  return new Set([dataDir, ...made].map((path) => statSync(path).uid));
}

function outcomeOf(starting: Promise<void>): Promise<string> {
  return starting.then(
    () => "started",
    (error: Error) => error.message,
  );
}

async function startAndQuery(options: Partial<EmbeddedPostgresOptions>): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: sharedDataDir, ...options });
  try {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query("select 1");
    await client.end();
  } finally {
    await server.stop();
  }
}
