import type { Plugin } from "vite";

/**
 * Writes what is not Latin-1 in the server's file as escapes: a process keeps the text of what it has loaded, and a single
 * arrow or emoji would make it two bytes for each of its four million letters.
 */
export const oneByteText = (): Plugin => ({
  name: "one-byte-text",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === "chunk")
        part.code = part.code.replace(
          /[\u0100-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
  },
});
