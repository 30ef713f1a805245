const units = ["Bytes", "KB", "MB", "GB"];

/** Bytes at steps of 1024 with up to 2 decimals, "unknown" when missing: 1536 becomes "1.5 KB". */
export function formatFileSize(bytes: number | null | undefined) {
  if (!bytes) return "unknown";
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1);
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${units[step]}`;
}
