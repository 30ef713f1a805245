import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./source-files.ts";

type Service = {
  extends?: { file: string; service: string };
  ports?: string[];
  environment?: Record<string, string>;
};
const read = (path: string) =>
  parse(readFileSync(join(root, "deploy", path), "utf8"), { merge: true }) as {
    services: Record<string, Service>;
  };

/** A service as Compose puts it together: the file that it extends is named by whether DOMAIN is set. */
function composed(name: string, domain: string): Service {
  const own = read("compose.yaml").services[name] ?? {};
  if (!own.extends) return own;
  const file = own.extends.file.replace(/\$\{DOMAIN:\+([^}]*)\}/, domain && "$1");
  const base = read(file).services[own.extends.service];
  return {
    ports: [...(base?.ports ?? []), ...(own.ports ?? [])],
    environment: { ...base?.environment, ...own.environment },
  };
}

test("without DOMAIN compose opens local mode to its own network, and publishes it to this machine only", () => {
  expect(composed("app", "").environment).toMatchObject({ LOCAL_MODE_OPEN_TO_NETWORK: "true" });
  expect(composed("app", "").ports).toEqual([]);
  const ports = composed("caddy", "").ports ?? [];
  expect(ports).toHaveLength(3);
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(80:80|443:443|443:443\/udp)$/);
});

test("with DOMAIN compose publishes on every interface, and local mode stays closed", () => {
  expect(composed("app", "store.example.com").environment).toMatchObject({
    LOCAL_MODE_OPEN_TO_NETWORK: "false",
  });
  expect(composed("caddy", "store.example.com").ports).toEqual(["80:80", "443:443", "443:443/udp"]);
});
