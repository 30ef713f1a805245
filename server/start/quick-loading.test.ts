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
