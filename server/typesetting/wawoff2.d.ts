declare module "wawoff2/decompress.js" {
  /** Answers TrueType; the bytes are valid until the next call. */
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
