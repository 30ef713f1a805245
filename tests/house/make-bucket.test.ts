import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { root } from "./source-files.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test("the bucket is made once, and found after that", async () => {
  const made = new Set<string>();
  const server = createServer((request, response) => {
    const bucket = (request.url ?? "").split("?")[0] ?? "";
    if (request.method === "PUT") made.add(bucket);
    response.statusCode = made.has(bucket) ? 200 : 404;
    response.end();
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const run = async () => {
    const child = spawn(process.execPath, [join(root, "deploy/compose/make-bucket.mjs")], {
      env: {
        PATH: process.env["PATH"],
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_BUCKET: "shop",
        S3_ACCESS_KEY_ID: "a",
        S3_SECRET_ACCESS_KEY: "b",
      },
    });
    let words = "";
    child.stdout.on("data", (chunk: Buffer) => (words += chunk.toString()));
    const [status] = (await once(child, "close")) as [number];
    return { status, words };
  };
  expect(await run()).toEqual({ status: 0, words: "The bucket shop was made.\n" });
  expect(await run()).toEqual({ status: 0, words: "The bucket shop is there.\n" });
  const { status, stderr } = spawnSync(process.execPath, [join(root, "deploy/compose/make-bucket.mjs")], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "S3_ENDPOINT is missing\n" });
});
