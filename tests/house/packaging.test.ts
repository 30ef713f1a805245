import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ConfigError, variableNames, loadConfig } from "#server/config.ts";
import { stopSeconds } from "#server/start/stop-on-signal.ts";
import { renderChart } from "#tests/support/render-chart.ts";
import { listFiles, root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const { scripts, version, dependencies } = JSON.parse(read("package.json")) as {
  scripts: Record<string, string>;
  version: string;
  dependencies: Record<string, string>;
};
const dockerfile = read("deploy/Dockerfile");
type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  ports?: string[];
  networks: string[] | Record<string, { aliases: string[] }>;
  cap_drop?: string[];
  depends_on?: Record<string, object>;
  env_file?: object[];
  stop_grace_period?: string;
  healthcheck?: object;
};
const compose = parse(read("deploy/compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean } | null>;
};
const chart = join(root, "deploy/helm/openstall");
const values = { publicUrl: "https://store.example.com", ingress: { host: "store.example.com" } };
type Manifest = {
  kind: string;
  metadata: { name: string; annotations?: object };
  spec: Record<string, unknown>;
};
const manifests = (more: object = {}) =>
  renderChart(chart, { ...values, backup: { claim: "backups" }, ...more }) as Manifest[];
type Container = {
  name: string;
  image: string;
  command: string[];
  env: { name: string; value: string }[];
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  ports?: { containerPort: number }[];
  resources: object;
};
type PodSpec = {
  containers: [Container];
  volumes: { name: string }[];
  securityContext: object;
  terminationGracePeriodSeconds?: number;
};
const podsOf = (all: Manifest[]) =>
  all.flatMap(({ kind, spec }) =>
    kind === "CronJob"
      ? [(spec["jobTemplate"] as { spec: { template: { spec: PodSpec } } }).spec.template.spec]
      : kind === "Deployment" || kind === "Job"
        ? [(spec["template"] as { spec: PodSpec }).spec]
        : [],
  );

/** What the other programs of the compose file are told. */
const ofOthers = new Set([
  "DOMAIN",
  "POSTGRES_USER",
  "POSTGRES_DB",
  "POSTGRES_PASSWORD",
  "FILES_PASSWORD",
  "ROOT_ACCESS_KEY",
  "ROOT_SECRET_KEY",
  "VGW_PORT",
  "VGW_REGION",
  "VGW_HEALTH",
]);
/** What Node, npm and the C library are told. */
const ofPrograms = new Set([
  "PATH",
  "NODE_ENV",
  "MALLOC_ARENA_MAX",
  "NODE_OPTIONS",
  "npm_config_cache",
  "npm_config_update_notifier",
]);

/** As little as a start on a public address takes. */
const liveEnvironment = {
  PUBLIC_URL: "https://store.example.com",
  APP_SECRET: "x".repeat(64),
  DATABASE_URL: "postgres://db.example.com/shop",
  SMTP_URL: "smtps://mail.example.com",
  MAIL_FROM: "store@example.com",
  S3_BUCKET: "shop",
  S3_ACCESS_KEY_ID: "a",
  S3_SECRET_ACCESS_KEY: "b",
};

const units = ["web", "web@", "worker", "backup", "migrate"].map((name) =>
  read(`deploy/systemd/openstall-${name}.service`),
);

test("every variable that is named is one that the server reads", () => {
  const exampleEnv = [...read("deploy/compose/example.env").matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name]) => name ?? "",
  );
  const named = [
    ...[...dockerfile.matchAll(/(?:^ENV | {4})(\w+)=/gm)].map(([, name]) => name ?? ""),
    ...Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment)),
    ...exampleEnv,
    ...Object.keys((parse(read("deploy/helm/openstall/values.yaml")) as { env: object }).env),
    ...podsOf(manifests()).flatMap(({ containers: [{ env }] }) => env.map(({ name }) => name)),
    ...units.flatMap((unit) =>
      [...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? "").matchAll(/(?:^|\s)(\w+)=/g)].map(
        ([, name]) => name ?? "",
      ),
    ),
    ...[...read("deploy/helm/openstall/values.yaml").matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(
      ([name]) => name,
    ),
  ];
  expect(named.length).toBeGreaterThan(30);
  const known = new Set<string>(variableNames);
  expect(
    [...new Set(named)].filter((name) => !known.has(name) && !ofOthers.has(name) && !ofPrograms.has(name)),
  ).toEqual([]);
});

test("the compose file's environment is one that the server starts with, on this machine and on a public address", () => {
  const environmentOf = (filled: Record<string, string>) => {
    const texts = Object.entries(compose.services["app"]?.environment ?? {}).map(([name, text]) => [
      name,
      text.replaceAll(
        /\$\{(\w+):-([^}]*)\}/g,
        (_, variable: string, otherwise: string) => filled[variable] || otherwise,
      ),
    ]);
    return { ...filled, ...(Object.fromEntries(texts) as Record<string, string>) };
  };
  expect(loadConfig(environmentOf({}))).toMatchObject({
    mode: "local",
    trustedProxies: 1,
    files: { adapter: "s3" },
  });
  const example = Object.fromEntries(
    [...read("deploy/compose/example.env").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  const endpoint = new URL(compose.services["app"]?.environment?.["S3_ENDPOINT"] ?? "");
  expect(compose.services["files"]?.networks).toEqual({ inside: { aliases: [endpoint.hostname] } });
  const secrets = { APP_SECRET: "x".repeat(64), POSTGRES_PASSWORD: "a1", FILES_PASSWORD: "b2" };
  expect(loadConfig(environmentOf({ ...example, ...secrets }))).toMatchObject({
    mode: "live",
    databaseUrl: "postgres://openstall:a1@postgres:5432/openstall?sslmode=disable",
    files: { adapter: "s3", endpoint: "http://files.internal:7070", secretAccessKey: "b2" },
  });
  expect(() => loadConfig(environmentOf(example))).toThrow(ConfigError);
});

test("what is started is there: scripts of package.json, and files of the repository", () => {
  const commands = [
    ...[...dockerfile.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => ["npm", "run", name ?? ""]),
    ...[...dockerfile.matchAll(/^CMD (\[.*\])$/gm)].map(([, json]) => JSON.parse(json ?? "[]") as string[]),
    ...Object.values(compose.services).flatMap(({ image, command }) =>
      command && image.startsWith("openstall:") ? [command] : [],
    ),
    ...podsOf(manifests()).map(({ containers: [{ command }] }) => command),
    ...units.map((unit) =>
      (/^ExecStart=(?:\/usr\/bin\/env \S+ )?\S*\/(node .*)$/m.exec(unit)?.[1] ?? "").split(" "),
    ),
  ];
  expect(commands.length).toBeGreaterThan(8);
  for (const [program, ...args] of commands) {
    expect(["node", "npm"], args.join(" ")).toContain(program);
    if (program === "npm") expect(Object.keys(scripts), args[1]).toContain(args[1]);
    else expect(existsSync(join(root, args[0] ?? "-")), args[0]).toBe(true);
    if (args[0] === "server/main.ts") expect(["web", "worker", undefined]).toContain(args[1]);
  }
});

test("images and versions are named to the last number, and agree with each other", () => {
  const images = [
    ...[...dockerfile.matchAll(/^FROM (?!scratch$)(\S+)/gm)].map(([, image]) => image ?? ""),
    ...Object.values(compose.services).map(({ image }) => image),
    ...podsOf(manifests()).map(({ containers: [{ image }] }) => image),
  ];
  for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[a-z]+)*$/);
  const nodes = images.filter((image) => image.startsWith("node:"));
  expect(new Set(nodes).size).toBe(1);
  expect(nodes[0]).toBe(`node:${dependencies["node"]}-trixie-slim`);
  const ours = images.filter((image) => /(^|\/)openstall:/.test(image));
  expect(ours.length).toBeGreaterThan(3);
  for (const image of ours) expect(image.split(":")[1]).toBe(version);
  const chartYaml = parse(read("deploy/helm/openstall/Chart.yaml")) as {
    version: string;
    appVersion: string;
    dependencies?: unknown;
  };
  expect(chartYaml).toMatchObject({ version, appVersion: version });
  expect(chartYaml.dependencies).toBeUndefined();
  // Backups of the database are made by a program that is as new as the server.
  const server = /^postgres:(\d+)/.exec(compose.services["postgres"]?.image ?? "")?.[1];
  expect(dockerfile).toContain(`postgresql-client-${server}\n`);
  expect(dockerfile).toContain(`/usr/lib/postgresql/${server}/bin/pg_dump`);
  // Of Debian 12, 2.6.2 answers 502 to a POST while the only web process restarts.
  const caddy = compose.services["caddy"]?.image.split(":")[1];
  for (const file of ["deploy/Caddyfile"]) expect(read(file), file).toContain(`Caddy ${caddy} or later`);
});

test("ports and folders are the same on both ends", () => {
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  expect(read("deploy/compose/Caddyfile")).toContain(`reverse_proxy app:${port} `);
  const pods = podsOf(manifests());
  expect(pods.flatMap(({ containers: [{ ports = [] }] }) => ports)).toEqual([
    { name: "http", containerPort: Number(port) },
    { name: "metrics", containerPort: 9464 },
    { name: "metrics", containerPort: 9464 },
  ]);
  const folder = /DATA_DIR=(\S+)/.exec(dockerfile)?.[1] ?? "-";
  expect(dockerfile).toMatch(new RegExp(`install -d -o node -g node -m 0700 .*${folder}`));
  for (const {
    containers: [{ volumeMounts }],
    volumes,
    ...pod
  } of pods) {
    const isServer = pod.terminationGracePeriodSeconds !== undefined;
    const backups = volumes.some(({ name }) => name === "backups") ? ["/backups"] : [];
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
      isServer ? ["/tmp", folder] : ["/tmp", ...backups],
    );
    expect(volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name));
  }
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const named = mounts.map((mount) => mount.split(":")[0] ?? "").filter((name) => !name.startsWith("."));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  expect(compose.services["app"]?.volumes).toEqual([`data:${folder}`]);
  for (const mount of mounts.filter((one) => one.startsWith("./")))
    expect(existsSync(join(root, "deploy", mount.split(":")[0] ?? "-"))).toBe(true);
  for (const path of units.flatMap((unit) => [...unit.matchAll(/file:\/\/\/srv\/openstall\/(\S+)/g)]))
    expect(existsSync(join(root, path[1] ?? "-"))).toBe(true);
});

test("the tables are made before anything of a new version serves, by the same command everywhere", () => {
  const command = ["node", scripts["migrate"]?.split(" ")[1]];
  const { app, migrate } = compose.services;
  expect(migrate?.command).toEqual(command);
  expect(app?.depends_on?.["migrate"]).toEqual({ condition: "service_completed_successfully" });
  expect([migrate?.environment, migrate?.env_file]).toEqual([app?.environment, app?.env_file]);
  const job = manifests().find(({ kind }) => kind === "Job");
  expect(podsOf(job ? [job] : [])[0]?.containers[0].command).toEqual(command);
  expect(job?.metadata.annotations).toEqual({
    "helm.sh/hook": "pre-install,pre-upgrade",
    "helm.sh/hook-delete-policy": "before-hook-creation",
  });
  const unit = (name: string) => readUnit(read(`deploy/systemd/openstall-${name}.service`));
  expect(unit("migrate")).toMatchObject({
    Type: ["oneshot"],
    ExecStart: [expect.stringContaining(command.join(" "))],
  });
  for (const name of ["web", "web@", "worker"])
    // Not asked for more strictly: a database that was away for the migration would keep the shop away for good.
    for (const key of ["After", "Wants"])
      expect(unit(name)[key]?.join(" ").split(" "), `${name} ${key}`).toContain("openstall-migrate.service");
});

test("whoever stops a process waits longer than it takes, and the guide says the same numbers", () => {
  const { drainSeconds } = loadConfig(liveEnvironment);
  const hardEnd = stopSeconds.all + drainSeconds;
  const waits = [
    ...["web", "web@", "worker"].map((name) =>
      Number(readUnit(read(`deploy/systemd/openstall-${name}.service`))["TimeoutStopSec"]?.[0]),
    ),
    Number(compose.services["app"]?.stop_grace_period?.replace(/s$/, "")),
    ...podsOf(manifests()).flatMap(({ terminationGracePeriodSeconds: seconds }) => seconds ?? []),
    Number(/^TimeoutStopSec=(\d+)$/m.exec(read("docs/going-live.md"))?.[1]),
    Number(/--stop-timeout (\d+)/.exec(read("docs/packaging.md"))?.[1]),
  ];
  expect(waits).toHaveLength(8);
  expect(new Set(waits).size).toBe(1);
  expect(waits[0]).toBeGreaterThanOrEqual(hardEnd + 10);
  const guide = read("docs/packaging.md").replaceAll(/\s+/g, " ");
  for (const sentence of [
    `503 for \`DRAIN_SECONDS\` (${drainSeconds}), and it serves on; then requests under way have ${stopSeconds.requests} seconds`,
    `those under way have ${stopSeconds.jobs} seconds`,
    `${hardEnd} seconds after SIGTERM (${stopSeconds.all} and \`DRAIN_SECONDS\`)`,
    `${waits[0]} seconds after SIGTERM`,
  ])
    expect(guide).toContain(sentence);
});

/** What a unit says, by name: a name may be said several times. Throws for a line that is none. */
function readUnit(text: string): Record<string, string[]> {
  const said: Record<string, string[]> = {};
  for (const line of text.split("\n")) {
    if (line === "" || /^#|^\[(Unit|Service|Timer|Install)\]$/.test(line)) continue;
    const [, name, value] = /^([A-Z][A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`${line} is no line of a unit`);
    (said[name] ??= []).push(value);
  }
  return said;
}

test("nothing of ours runs as root, writes where it need not, or is reached without a proxy", () => {
  expect(dockerfile).toMatch(/\nUSER node\n(?![\s\S]*\nUSER )/);
  for (const [name, service] of Object.entries(compose.services)) {
    if (service.image.startsWith("openstall:"))
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    if (name !== "caddy") expect(service.ports, name).toBeUndefined();
    const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks);
    if (!["app", "caddy"].includes(name)) expect(networks, name).toEqual(["inside"]);
  }
  expect(compose.networks["inside"]).toEqual({ internal: true });
  for (const {
    containers: [container],
    securityContext,
  } of podsOf(manifests())) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.resources).toMatchObject({ requests: { memory: expect.any(String) } });
  }
  for (const unit of units)
    for (const line of ["User=openstall", "NoNewPrivileges=true", "ProtectSystem=strict", "UMask=0077"])
      expect(unit).toContain(`\n${line}\n`);
});

test("the chart gives what a cluster reads, says what is missing, and selects the pods that it makes", () => {
  const all = manifests({ podAnnotations: { "a.example/b": "c" }, image: { pullSecret: "registry" } });
  expect(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
    "CronJob shop-backup",
    "Deployment shop-web",
    "Deployment shop-worker",
    "Ingress shop",
    "Job shop-migrate",
    "PodDisruptionBudget shop-web",
    "Service shop-web",
  ]);
  const labels = (kind: string, name: string) =>
    all.find((one) => one.kind === kind && one.metadata.name === name)?.spec as {
      template: {
        metadata: { labels: object; annotations: object };
        spec: PodSpec & { imagePullSecrets: unknown; topologySpreadConstraints: unknown };
      };
      selector: { matchLabels: object };
    };
  for (const name of ["shop-web", "shop-worker"]) {
    const { template, selector } = labels("Deployment", name);
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    // Nothing but the bucket is shared: uploads-in-parts.test.ts goes from one process to the other.
    expect(template.spec.volumes[1]).toEqual({ name: "data", emptyDir: {} });
    expect(template.metadata.annotations).toEqual({ "a.example/b": "c" });
    expect(template.spec.topologySpreadConstraints).toEqual([
      {
        maxSkew: 1,
        topologyKey: "kubernetes.io/hostname",
        whenUnsatisfiable: "ScheduleAnyway",
        labelSelector: selector,
      },
    ]);
    expect(template.spec.containers[0].env).toContainEqual({ name: "METRICS_PORT", value: "9464" });
    expect(template.spec.containers[0]).toHaveProperty(
      "livenessProbe.httpGet",
      name === "shop-web" ? { path: "/api/health", port: "http" } : { path: "/health", port: "metrics" },
    );
    expect(template.spec.imagePullSecrets).toEqual([{ name: "registry" }]);
  }
  const web = labels("Deployment", "shop-web").template.metadata.labels;
  expect(web).toMatchObject(labels("PodDisruptionBudget", "shop-web").selector.matchLabels);
  expect(web).toMatchObject(labels("Service", "shop-web").selector);
  expect(manifests({ backup: {} }).map(({ kind }) => kind)).not.toContain("CronJob");
  expect(all.find(({ kind }) => kind === "CronJob")?.spec["schedule"]).toBe("17 3 * * *");
  expect(manifests({ ingress: { enabled: false } }).map(({ kind }) => kind)).not.toContain("Ingress");
  expect(() => renderChart(chart, {})).toThrow("is missing");
  expect(() => renderChart(chart, { publicUrl: "https://a.example" })).toThrow("ingress.host is missing");
});

test("the image has a license, and checks its health in a format that keeps no check", () => {
  expect(read("deploy/Dockerfile.dockerignore")).toContain("\n!LICENSE\n");
  const check = JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
  expect(compose.services["app"]?.healthcheck).toMatchObject({ test: ["CMD", ...check] });
  expect(existsSync(join(root, check[1] ?? "-"))).toBe(true);
  for (const [name, { image, healthcheck }] of Object.entries(compose.services))
    if (image.startsWith("openstall:")) expect(healthcheck, name).toBeDefined();
});

test("haproxy starts where a process may open 20,000 files", () => {
  const connections = Number(/^ {4}maxconn (\d+)$/m.exec(read("deploy/haproxy.cfg"))?.[1]);
  expect(connections).toBeGreaterThan(5_000);
  expect(connections * 2 + 500).toBeLessThanOrEqual(20_000);
});

test("a web unit that is started twice differs from the one by its port alone", () => {
  const [one, template] = [units[0] ?? "", units[1] ?? ""].map((unit) =>
    unit.split("\n").filter((line) => !/^#|^Description=/.test(line)),
  );
  expect(template?.map((line) => line.replace("/usr/bin/env PORT=%i ", ""))).toEqual(one);
  expect(template?.join("\n")).toContain("/usr/bin/env PORT=%i ");
});

test("everything that is packaged is written up, and so is what was never run", () => {
  const guide = read("docs/packaging.md");
  for (const path of listFiles("deploy").filter((one) =>
    /Dockerfile$|compose\.yaml$|example\.env$|\.service$|\.timer$/.test(one),
  ))
    expect(guide, path).toContain(path.replace(/^.*openstall-/, "openstall-"));
  expect(guide).toContain("## What was run, and what was not");
});
