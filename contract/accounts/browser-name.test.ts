import { expect, test } from "vitest";
import { browserName, isPhone } from "./browser-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const agents: [name: string, userAgent: string][] = [
  ["Chrome on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/150.0.0.0 Safari/537.36`],
  [
    "Edge on Windows",
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
  ],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  ],
  [
    "Safari on macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
  ],
  ["Chrome on Android", `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/150.0.0.0 Mobile Safari/537.36`],
  ["Unknown browser", "curl/8.0"],
  ["Unknown browser", ""],
];

test.each(agents)("%s is told from its user agent", (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});

test("phones are told from computers", () => {
  const phones = agents.filter(([, userAgent]) => isPhone(userAgent)).map(([name]) => name);
  expect(phones).toEqual(["Safari on iPhone", "Chrome on Android"]);
});
