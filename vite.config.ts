import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { endpointsOnly } from "./web/build/endpoints-only.ts";
import { fetchedFirst } from "./web/build/fetched-first.ts";
import { oneByteText } from "./web/build/one-byte-text.ts";
import { precompress } from "./web/build/precompress.ts";

/** What every hydrated page needs travels in two files: forty small ones compress worse and cost a request each. */
const sharedChunks = [
  {
    name: "framework",
    test: /vite\/preload-helper|web\/late-import|node_modules\/(react|react-dom|scheduler|seroval|seroval-plugins|@tanstack\/(history|query-core|react-query|[a-z-]*router[a-z-]*|[a-z-]*start[a-z-]*|react-store|store))\//,
  },
  {
    name: "parts",
    test: /web\/(api|site-origin|layout\/(message-screen|loading-screen|creator-mark|creator-colors)|ui\/(loadable|drawn-parts|skeleton|dates|event-date|buyers-time|benefit-list|checkbox|cover-thumbnail|badge|button|button-style|card|class-names|field|input|link-button|logo|money|spinner|toast|data-script)|features\/checkout\/(last-payment|checkout-screens|typed-text))\.tsx?$|lucide-react\/dist\/esm\/(Icon|createLucideIcon|defaultAttributes|shared|icons\/(calendar-days|lock|shield-check|chevron-down|credit-card|rotate-ccw)\.)|contract\/(dates|file-size|health|isolated|catalog\/(billing-plan|catalog|product-kind|product-page)|accounts\/accounts|buyers\/buyers|library\/library|courses\/(course-path|course-progress))\.ts/,
  },
  {
    // Of the checkout, and of little else.
    name: "checkout-parts",
    test: /contract\/(checkout\/declines|catalog\/own-price)\.ts|web\/layout\/store-suspended-screen\.tsx/,
  },
  {
    // Of lists at desks: one small file compresses better than a file for each sign.
    name: "list-signs",
    test: /lucide-react\/dist\/esm\/icons\/(arrow-up|arrow-down|ellipsis|pencil|trash)\.|web\/ui\/show-more\.tsx$|web\/layout\/choice\/choose-(box|column)\.tsx$/,
  },
  {
    // Of the sidebar, and of hardly anything that buyers see: for the same reason.
    name: "sidebar-signs",
    test: /lucide-react\/dist\/esm\/icons\/(chart-column|log-out|store|users)\./,
  },
];

export default defineConfig(({ command }) => ({
  publicDir: "web/public",
  build: { assetsInlineLimit: 0 },
  // `:dir(rtl)` would be written as a list of languages, which says nothing of text whose language nobody states.
  css: { lightningcss: { exclude: 4 } }, // its Features.DirSelector
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: sharedChunks },
            // The page's first file names all others: a letter less of each hash is felt in what it weighs.
            chunkFileNames: "assets/[name]-[hash:7].js",
          },
        },
      },
    },
    ssr: {
      // One file for the server, with its packages: loaded whole at its start, in a sixth of the time, it misses nothing when
      // a later build replaces the folder. (From its sources, Node itself must load what is no ES module.)
      ...(command === "build" && { resolve: { noExternal: true } }),
      // A process keeps the text of what it has loaded: half of it were comments and names.
      build: { minify: true, rolldownOptions: { output: { codeSplitting: false } } },
    },
  },
  plugins: [
    endpointsOnly(),
    fetchedFirst(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: "web",
      router: { entry: "router.tsx", generatedRouteTree: "route-tree.gen.ts" },
      server: { entry: "server.tsx" },
      vite: { installDevServerMiddleware: false },
    }),
    react(),
    precompress(),
    oneByteText(),
  ],
}));
