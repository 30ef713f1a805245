import { resolve } from "node:path";
import { ConfigError, loadConfig } from "#server/config.ts";
import { checkBackup } from "./check-backup.ts";
import { readOptions, runCommand, say } from "#server/start/command-line.ts";
import { makeBackup } from "./make-backup.ts";
import { removeOldBackups } from "./old-backups.ts";

// Usage: npm run backup -- --to=<folder> [--keep=<number>], or --check=<backup>. Copies the database and the files while the
// shop runs, reads the copy again to its last byte, and removes all but the newest `keep`. See docs/backups.md.
const usage =
  "npm run backup -- --to=/mnt/backups [--keep=14] makes one; npm run backup -- --check=/mnt/backups/openstall-… reads one";

// Whoever is told to end leaves nothing half done behind.
for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => process.exit(status));

runCommand(async () => {
  const { to, keep, check } = readOptions(
    process.argv.slice(2),
    { to: "string", keep: "string", check: "string" },
    usage,
  );
  if (typeof check === "string") {
    const { description } = await checkBackup(resolve(check));
    return say(`The backup of ${description.takenAt} is whole.`);
  }
  if (typeof to !== "string") throw new ConfigError([`Say where the backup goes: ${usage}`]);
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(String(keep)))
    throw new ConfigError(["--keep is how many backups stay: a number from 1 on"]);
  const { folder, description } = await makeBackup(loadConfig(process.env), resolve(to));
  await checkBackup(folder);
  say(`${folder} is whole: the database${filesIn(description.files)} of ${description.takenAt}.`);
  say(
    "The shop's secret is not in it: keep APP_SECRET (or the file `secret` of the data folder) in another place.",
  );
  if (keep !== undefined)
    for (const old of await removeOldBackups(resolve(to), Number(keep))) say(`Removed ${old}.`);
});

const filesIn = (files: Awaited<ReturnType<typeof makeBackup>>["description"]["files"]) =>
  files.kind === "folder"
    ? ` and ${files.count} files (${Math.ceil(files.bytes / 1_048_576)} MB)`
    : `; the files are in the bucket ${files.bucket}, which has to keep its own versions`;
