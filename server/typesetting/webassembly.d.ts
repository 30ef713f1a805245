/** What of it is used here; TypeScript has it among the types of browsers. */
declare namespace WebAssembly {
  type Memory = { buffer: ArrayBuffer };
  function instantiate(bytes: Uint8Array): Promise<{ instance: { exports: unknown } }>;
}
