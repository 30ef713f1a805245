import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { refused } from "#tests/support/setup.ts";

test.each(["http://192.0.2.1/", "https://example.com/"])("a test cannot call %s", async (address) => {
  await expect(fetch(address)).rejects.toThrow("fetch failed");
  // Taken off the list, which would fail this test as it fails every other.
  expect(refused.splice(0)).toContain(new URL(address).hostname);
});

test("a test can call a server on this machine", async () => {
  const server = createServer((_request, response) => response.end("here"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}/`);
  expect(await response.text()).toBe("here");
  server.close();
});
