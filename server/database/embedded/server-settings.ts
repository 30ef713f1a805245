const defaults: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "64MB",
  synchronous_commit: "on",
  max_wal_size: "256MB",
  random_page_cost: "1.1",
  jit: "off",
  // Containers often have only 64 MB of the shared memory that parallel queries need.
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Failed statements quote the data of customers; the application logs its own errors.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

/** The command line of our server: made for one small machine, reachable from this machine alone. */
export function serverArguments(
  cluster: string,
  port: number,
  clusterName: string,
  overrides: Record<string, string>,
): string[] {
  const settings = { ...defaults, ...overrides, cluster_name: clusterName };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", cluster, "-p", String(port), ...flags];
}
