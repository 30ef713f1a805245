import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type OxlintOverride } from "oxlint";
import { featureImports } from "./feature-imports.ts";

type Ban = { regex?: string; group?: string[]; importNames?: string[]; message: string };

const noParents: Ban = {
  regex: "(^|/)\\.\\.(/|$)",
  message: "Cross folders by #contract, #server or #web, never by ../",
};
const noTests: Ban = { regex: "^#tests/", message: "Only tests import test support." };
const noWeb: Ban = { regex: "^#web/", message: "The server and the contract never import the web app." };
const noServer: Ban = {
  regex: "^#server/",
  message: "The web app and the contract never import the server.",
};
const privateFiles: Ban = {
  regex: "^#server/features/[^/]+/(routes|jobs|mails|promotions|payment-events)\\.ts$",
  message: "routes.ts, jobs.ts, mails.ts, promotions.ts and payment-events.ts are private to their feature.",
};
const noAssembly: Ban = {
  regex: "^#server/(app|main)\\.ts$",
  message: "Only tests import the assembled app.",
};
const noServerPackages: Ban = {
  regex:
    "^(node:.+|fastify|pg|pg-boss|drizzle-orm(/.+)?|nodemailer|sharp|pdfkit|harfbuzzjs|wawoff2|@aws-sdk/.+|@tus/.+)$",
  message: "The web app runs in the browser: no server packages.",
};

const noFeatures: Ban = {
  regex: "^#web/(features|routes)/",
  message: "Shared parts of the web app know no feature.",
};
const noLazy: Ban = {
  regex: "^react$",
  importNames: ["lazy"],
  message: "What loads late fails alone: use loadable from #web/ui/loadable.tsx.",
};

/** `no-restricted-imports` is replaced, not merged, by a later override: every entry names all its bans. */
const imports = (files: string[], ...patterns: Ban[]): OxlintOverride => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns: [noParents, ...patterns] }] },
});

// The private files come first: a matching negation in a group stops the groups after it.
const serverFeatures = Object.entries(featureImports).map(([feature, allowed]) =>
  imports([`server/features/${feature}/**`], noWeb, noTests, noAssembly, privateFiles, {
    group: ["#server/features/*/**", ...[feature, ...allowed].map((name) => `!#server/features/${name}/**`)],
    message: `${feature} may import: ${allowed.join(", ") || "no other feature"} (see feature-imports.ts).`,
  }),
);

/**
 * Which web features a web feature may import. Both the course page and its creator's preview play lessons
 * (docs/decisions/0047); a buyer's library shows their memberships, and a creator's plan
 * the one that pays for it.
 */
const webFeatureImports: Record<string, readonly string[]> = {
  courses: ["player"],
  "course-editor": ["player"],
  library: ["memberships"],
  plans: ["memberships"],
};
const webFeatures = foldersOf("web/features").map((feature) => {
  const allowed = [feature, ...(webFeatureImports[feature] ?? [])];
  return imports([`web/features/${feature}/**`], noServer, noServerPackages, noTests, noLazy, {
    group: ["#web/features/*/**", "#web/routes/**", ...allowed.map((name) => `!#web/features/${name}/**`)],
    message: "Web features never import each other: routes compose them.",
  });
});

const sharedServerFolders = [
  "database",
  "documents",
  "jobs",
  "payments",
  "mail",
  "files",
  "platforms",
  "images",
  "colors",
  "http",
  "secrets",
  "one-time-codes",
];

export default defineConfig({
  plugins: ["typescript", "import", "unicorn", "oxc", "promise", "react", "jsx-a11y", "vitest"],
  jsPlugins: ["./scripts/lint/linear-patterns.ts"],
  categories: { correctness: "error", suspicious: "error" },
  env: { builtin: true, es2024: true, node: true, browser: true },
  ignorePatterns: ["dist/**", ".data/**", "**/*.gen.ts", "server/database/migrations/**"],
  rules: {
    "openstall/linear-patterns": "error",
    eqeqeq: "error",
    "no-console": "error",
    "no-var": "error",
    "prefer-const": "error",
    "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "import/no-unassigned-import": "off",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
    "react/no-danger": "error",
    "react/react-in-jsx-scope": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "promise/always-return": "off",
    "promise/no-promise-in-callback": "off",
    "oxc/no-async-endpoint-handlers": "off", // Of Express: Fastify awaits its handlers.
    "jsx-a11y/prefer-tag-over-role": "off",
    "unicorn/no-thenable": "off",
    "typescript/require-array-sort-compare": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/require-to-throw-message": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect*", "assert*", "fc.assert"] }],
    "typescript/no-meaningless-void-operator": "off",
    "no-unmodified-loop-condition": "off",
    // Suspicions that are wrong more often than right in this code.
    "no-shadow": "off",
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    "typescript/consistent-return": "off",
    "typescript/no-unnecessary-type-parameters": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/unbound-method": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/require-post-message-target-origin": "off",
    "no-restricted-imports": ["error", { patterns: [noParents] }],
  },
  overrides: [
    // The only places that write markup by themselves: data blocks, and rich texts, which the server made safe.
    {
      files: [
        "web/ui/data-script.tsx",
        "web/ui/rich-text.tsx",
        "web/features/player/lesson-text.tsx",
        "web/features/posts/post-text.tsx",
      ],
      rules: { "react/no-danger": "off" },
    },
    imports(["contract/**"], noWeb, noServer, noTests, {
      group: ["*", "!zod", "!zod/*", "!./*", "!#contract/**"],
      message: "The contract imports zod and nothing else.",
    }),
    imports(["server/**"], noWeb, noTests),
    imports(
      sharedServerFolders.map((folder) => `server/${folder}/**`),
      noWeb,
      noTests,
      noAssembly,
      { regex: "^#server/features/", message: "Shared folders know no feature." },
    ),
    // What app.ts is to routes, these files are to jobs, mails and events of payments: one line per feature.
    imports(
      [
        "server/jobs/all-jobs.ts",
        "server/mail/all-mails.ts",
        "server/mail/promotions/all-promotions.ts",
        "server/payments/all-payment-events.ts",
      ],
      noWeb,
      noTests,
      noAssembly,
    ),
    imports(["server/demo-store/**"], noWeb, noTests, noAssembly, privateFiles),
    ...serverFeatures,
    imports(["web/**"], noServer, noServerPackages, noTests, noLazy),
    imports(
      ["web/editor/**", "web/layout/**", "web/ui/**"],
      noServer,
      noServerPackages,
      noTests,
      noLazy,
      noFeatures,
    ),
    imports(["web/ui/loadable.tsx"], noServer, noServerPackages, noTests, noFeatures),
    ...webFeatures,
    // Runs while the web app is built, not in it.
    imports(["web/build/**"], noServer, noTests),
    imports(["**/*.test.ts", "**/*.test.tsx"], privateFiles),
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "tests/**"],
      rules: {
        "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
        // Tests read what they made themselves.
        "openstall/linear-patterns": "off",
        "typescript/no-non-null-assertion": "off",
      },
    },
    // Command-line programs speak on the console; the tools below require a default export.
    {
      files: ["scripts/**", "deploy/**", "bench/**", "server/{main,start/audit}.ts", "server/demo-store/**"],
      rules: { "no-console": "off" },
    },
    {
      files: ["*.config.ts", "web/server.tsx", "tests/support/*", "tests/e2e/*setup.ts", "scripts/lint/*"],
      rules: { "import/no-default-export": "off" },
    },
  ],
});

function foldersOf(path: string) {
  try {
    const entries = readdirSync(join(import.meta.dirname, path), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}
