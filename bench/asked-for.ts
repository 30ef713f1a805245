/** BENCH_ONLY asks for the sections that have it in their name. */
export function isWanted(title: string): boolean {
  return title.toLowerCase().includes((process.env["BENCH_ONLY"] ?? "").toLowerCase());
}

/** What takes long is run only when it is asked for. */
export function isNamed(title: string): boolean {
  return process.env["BENCH_ONLY"] !== undefined && isWanted(title);
}
