/** Whether a path of a backup or an archive, with slashes, stays within the folder that it is put together with. */
export const staysInside = (path: string): boolean =>
  path !== "" &&
  !/[\\\0]/.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
