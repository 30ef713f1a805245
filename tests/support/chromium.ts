import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "@playwright/test";

type Finder = { chromiumSwitches: string[]; findChromium(): Promise<string | undefined> };

const thisMachineOnly = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

/** A Chromium for a feature test, which reaches this machine only; close it afterwards. */
export async function launchChromium(): Promise<Browser> {
  const finder = pathToFileURL(resolve(import.meta.dirname, "..", "..", "scripts", "chromium.mjs")).href;
  const { chromiumSwitches, findChromium } = (await import(finder)) as Finder;
  const executablePath = await findChromium();
  return chromium.launch({
    args: [...chromiumSwitches, thisMachineOnly],
    ...(executablePath && { executablePath }),
  });
}
