import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { names } from "#server/backups/backup-description.ts";
import { restoreCluster } from "#server/backups/restore-cluster.ts";
import { saveCluster } from "#server/backups/save-cluster.ts";
import { openDataFolder } from "#server/database/embedded/data-folder.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { handOver } from "#server/database/embedded/run-as-user.ts";

export type ReplicatedDatabase = {
  url: string;
  replicaUrl: string;
  /** The replica is gone at once, with whatever was being read there. */
  killReplica(): void;
  close(): Promise<void>;
};

const settings = { fsync: "off", autovacuum: "off", max_connections: "100" };

/** A PostgreSQL of its own and a second one that follows it: a hot standby, made of PostgreSQL's own copy of the first. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const root = await mkdtemp(join(tmpdir(), "openstall-test-"));
  await chmod(root, 0o755);
  const primary = await startEmbeddedPostgres({ dataDir: join(root, "primary", "postgres"), settings });
  const { password } = new URL(primary.url);

  const backup = join(root, "backup");
  await mkdir(join(backup, "database"), { recursive: true });
  await saveCluster(primary.url, backup, new Map());
  await writeFile(join(backup, names.clusterPassword), `${decodeURIComponent(password)}\n`);
  await restoreCluster(backup, join(root, "replica"), join(root, "aside"), async () => {});
  const { cluster, user } = openDataFolder(join(root, "replica", "postgres"));
  const follow = `host=127.0.0.1 port=${primary.port} user=openstall password=${decodeURIComponent(password)}`;
  await appendFile(join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${follow}'\n`);
  await writeFile(join(cluster, "standby.signal"), "");
  handOver(join(cluster, "standby.signal"), user);
  const replica = await startEmbeddedPostgres({ dataDir: join(root, "replica", "postgres"), settings });

  return {
    url: primary.url,
    replicaUrl: replica.url,
    killReplica: () => void process.kill(replica.pid, "SIGQUIT"),
    async close() {
      await Promise.all([replica.stop(), primary.stop()]);
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
