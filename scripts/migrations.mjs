/**
 * `npm run migrations -- --name <word>`: writes the migration that brings the database to what `server/database/schema/`
 * says. It is found by comparing with the newest snapshot alone, so the older ones, half a megabyte each, are not kept.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./runtime.mjs";

const { status } = spawnSync("npx", ["drizzle-kit", "generate", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;

const folder = join(root, "server/database/migrations/meta");
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
for (const older of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, older));
