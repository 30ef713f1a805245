/** The extension of a file name in lower case, without the dot; empty where there is none. */
export const extensionOf = (fileName: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
