/** `npm run test:installed -- …`: Vitest, with these arguments, on a PostgreSQL that is installed on this machine. */
import { findInstalledPostgres, withInstalledPostgres } from "./installed-postgres.mjs";
import { Explained, run } from "./progress.mjs";
import { runVitest } from "./steps.mjs";

await run(async () => {
  const installed = findInstalledPostgres();
  if (!installed) throw new Explained("No PostgreSQL 15 or later is installed on this machine.");
  const args = process.argv.slice(2);
  return withInstalledPostgres(installed.programs, (url) => runVitest(args, url));
});
