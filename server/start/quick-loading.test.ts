import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("what Node compiles is kept beside the packages, and nowhere else in the repository", () => {
  const { href } = new URL("./quick-loading.ts", import.meta.url);
  const script = `import { loadQuickly } from ${JSON.stringify(href)};
    import { getCompileCacheDir } from "node:module";
    loadQuickly();
    console.log(getCompileCacheDir());`;
  const folder = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  });
  const root = join(import.meta.dirname, "..", "..");
  expect(folder).toContain(join(root, "node_modules", ".cache", "openstall"));
});

test("what Node keeps of its cache while a program loads is given back piece by piece", () => {
  const [quickly, program] = ["./quick-loading.ts", "./start-roles.ts"].map(
    (path) => new URL(path, import.meta.url).href,
  );
  const script = `import module, { syncBuiltinESMExports } from "node:module";
    import { loadQuickly } from ${JSON.stringify(quickly)};
    let times = 0;
    module.flushCompileCache = () => void times++;
    syncBuiltinESMExports();
    loadQuickly();
    await import(${JSON.stringify(program)});
    console.log(times);
    process.exit();`;
  const times = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  // Three thousand files and more lead to the roles.
  expect(Number(times)).toBeGreaterThan(10);
});
