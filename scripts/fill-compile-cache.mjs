/**
 * Loads what a server runs, as a start does, so that Node's compile cache holds it: the image fills it when it is built, as
 * no start can write below a read-only root. Opens nothing and needs no configuration.
 */
import { existsSync } from "node:fs";
import { flushCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadQuickly } from "#server/start/quick-loading.ts";
import { root } from "./runtime.mjs";

const loaded = [
  "server/start/run-server.ts",
  "server/start/open-services.ts",
  "server/start/start-roles.ts",
  "server/start/prepare-database.ts",
  "server/operation/metrics.ts",
  "server/mail/layout/mail-page.ts",
  "dist/server/server.js",
];
const missing = loaded.filter((file) => !existsSync(join(root, file)));
if (missing.length > 0) throw new Error(`${missing.join(", ")} is missing: run npm run build first`);

loadQuickly();
const folder = getCompileCacheDir();
if (!folder) throw new Error("Node could not open its compile cache");
for (const file of loaded) await import(pathToFileURL(join(root, file)).href);
flushCompileCache();
console.log(`Filled ${folder}`);
process.exit();
