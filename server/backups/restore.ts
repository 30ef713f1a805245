import { resolve } from "node:path";
import { ConfigError, loadConfig } from "#server/config.ts";
import { readOptions, runCommand, say } from "#server/start/command-line.ts";
import { restoreBackup } from "./restore-backup.ts";

// Usage: npm run restore -- --from=<backup> [--overwrite]. Puts a backup in the place of a shop that does not run. See
// docs/backups.md.
const usage = "npm run restore -- --from=/mnt/backups/openstall-… [--overwrite]";

runCommand(async () => {
  const { from, overwrite } = readOptions(
    process.argv.slice(2),
    { from: "string", overwrite: "boolean" },
    usage,
  );
  if (typeof from !== "string") throw new ConfigError([`Say which backup: ${usage}`]);
  const config = loadConfig(process.env);
  const restored = await restoreBackup(
    // PostgreSQL itself: what is read in is one long session.
    { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl },
    resolve(from),
    { overwrite: overwrite === true },
  );
  const { description, aside, missingFiles, secretDiffers } = restored;
  say(`Restored: the shop as it was on ${description.takenAt}.`);
  if (aside) say(`What was there before is in ${aside}: remove it once you are sure.`);
  if (secretDiffers)
    say(
      `The secret here is not the one of that shop. Put it into ${config.appSecret ? "APP_SECRET" : `${config.dataDir}/secret`} before you start: without it connected accounts and links in mails do not work.`,
    );
  if (description.files.kind === "bucket")
    say(`Its files are in the bucket ${description.files.bucket}, as that is now: see docs/backups.md.`);
  for (const key of missingFiles.slice(0, 20)) say(`✗ a row names ${key}, which is not in the backup`);
  if (missingFiles.length > 0) process.exitCode = 1;
  say(`Before you start it: npm run after-restore -- --to=${description.takenAt}`);
});
