import type { DataFolder } from "./data-folder.ts";
import { canReach } from "./run-as-user.ts";

/**
 * How PostgreSQL's programs, started inside `cluster`, are told where it is. Usually by its path. When Node is root
 * and the data lies under a folder that the unprivileged account cannot enter (/root, say), by the name Linux gives
 * to a process's own working directory: we enter it before stepping down, and nobody has to walk the path. So the data
 * stays where DATA_DIR says and no permission is loosened.
 */
export function clusterArgument(folder: DataFolder, cluster: string): string {
  if (canReach(cluster, folder.user)) return cluster;
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${folder.user?.uid} cannot reach ${cluster}. ` +
      "Start Openstall as an ordinary user, or set DATA_DIR to a folder that user can reach.",
  );
}
