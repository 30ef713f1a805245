import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const dockerfile = read("deploy/Dockerfile");

test("the image has every program of PostgreSQL that backups and restores start", () => {
  const started = read("server/backups/dump-database.ts").matchAll(/(?:run|start)Postgres\(\s*"(\w+)"/g);
  const programs = new Set([...started].map(([, name]) => name));
  expect(programs.size).toBe(3);
  for (const name of programs) {
    expect(dockerfile).toMatch(new RegExp(`^COPY .*/bin/${name} `, "m"));
    expect(dockerfile).toContain(`${name} --version`);
  }
});

test("a documented docker run names a database, or an image that was built with one", () => {
  const blocks = [...read("docs/packaging.md").matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, text]) => text ?? "",
  );
  const runs = blocks.flatMap((block) =>
    [...block.matchAll(/^docker run .*$/gm)].map(([command]) => ({ block, command })),
  );
  expect(runs.length).toBeGreaterThan(0);
  for (const { block, command } of runs) {
    const image = command.split(" ").at(-1) ?? "-";
    const builtHere = block.includes(`--build-arg EMBEDDED_DATABASE=true -t ${image} `);
    expect(builtHere || command.includes("DATABASE_URL="), command).toBe(true);
  }
});

test("a request that comes to the only web process waits for a slow restart", () => {
  // After a crash a start took 15 s on a busy machine.
  const seconds = Number(/lb_try_duration (\d+)s/.exec(read("deploy/compose/Caddyfile"))?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(30);
});
