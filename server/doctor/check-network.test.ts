import { expect, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import { checkNetwork } from "./check-network.ts";

const live = { PUBLIC_URL: "https://demo.example.com", ALLOW_SANDBOX: "true", APP_SECRET: "x".repeat(40) };
const open = { LOCAL_MODE_OPEN_TO_NETWORK: "true" };

test.each<[string, NodeJS.ProcessEnv, RegExp[]]>([
  ["local mode on loopback", {}, []],
  [
    "local mode that listens on every interface",
    { HOST: "0.0.0.0" },
    [/^HOST is 0\.0\.0\.0, but local mode only/],
  ],
  [
    "local mode open to the network",
    { HOST: "0.0.0.0", ...open },
    [/^LOCAL_MODE_OPEN_TO_NETWORK is on: anyone/],
  ],
  ["a public address", { HOST: "0.0.0.0", ...live }, []],
  ["a public address with local mode's variable", { ...live, ...open }, [/only matters in local mode/]],
])("the doctor on %s", (_name, environment, texts) => {
  const found = checkNetwork(loadConfig(environment), environment).map(({ text }) => text);
  expect(found).toEqual(texts.map((text) => expect.stringMatching(text)));
});

test("LOCAL_MODE_OPEN_TO_NETWORK is true or false", () => {
  expect(() => loadConfig({ LOCAL_MODE_OPEN_TO_NETWORK: "yes" })).toThrow(/LOCAL_MODE_OPEN_TO_NETWORK/);
  expect(loadConfig(open).localModeOpenToNetwork).toBe(true);
  expect(loadConfig({ ...live, ...open }).localModeOpenToNetwork).toBe(false);
});
