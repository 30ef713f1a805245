import { expect, type Page, test } from "@playwright/test";

/** Everything that must not happen while hostile text is on screen. */
export async function watch(page: Page): Promise<string[]> {
  const happened: string[] = [];
  const here = new URL(test.info().project.use.baseURL ?? "").host;
  page.on("dialog", (dialog) => {
    happened.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => happened.push(`an error: ${error.message}`));
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== here) happened.push(`a request to ${request.url()}`);
  });
  await page.exposeFunction("noteViolation", (text: string) => happened.push(`a violation: ${text}`));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) => {
      const { noteViolation } = window as unknown as { noteViolation: (text: string) => void };
      noteViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    }),
  );
  return happened;
}

/** That a page shows the texts as they were typed, and made no element of them. */
export async function expectInert(page: Page, texts: readonly string[], happened: string[]): Promise<void> {
  await page.waitForLoadState("networkidle");
  const missing = async () => {
    const shown = (await page.locator("body").innerText()).replaceAll(/\s+/g, " ");
    return texts.filter((text) => !shown.includes(text.replaceAll(/\s+/g, " ").trim()));
  };
  await expect.poll(missing).toEqual([]);
  expect(await page.evaluate(findLife, null)).toEqual([]);
  // What moves under the pointer or takes the focus might only now come to life.
  await page.mouse.move(200, 300);
  await page.keyboard.press("Tab");
  expect(happened).toEqual([]);
}

/** The same of a page as the server sends it: as a browser reads it, in `reader`, an empty page in which nothing of it runs. */
export async function expectInertMarkup(reader: Page, html: string, text: string): Promise<void> {
  expect(await reader.evaluate(findLife, html)).toEqual([]);
  const shown = await reader.evaluate((html) => {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    // They have it, too, as what the page begins with.
    for (const script of body.querySelectorAll("script")) script.remove();
    return (body.textContent ?? "").replaceAll(/\s+/g, " ");
  }, html);
  expect(shown).toContain(text.replaceAll(/\s+/g, " ").trim());
}

/** What a page, or its markup, has that only text may have made: scripts, which a page itself refuses, in its markup alone. */
function findLife(html: string | null): string[] {
  const root = html === null ? document : new DOMParser().parseFromString(html, "text/html");
  const attributes = [...root.querySelectorAll("*")].flatMap((element) =>
    [...element.attributes]
      .filter(
        ({ name, value }) =>
          /^on/i.test(name) ||
          // Words, which are read out and no more, are none.
          (!["alt", "aria-label"].includes(name) &&
            (/^\s*javascript:/i.test(value) || /^(https?:)?\/\/xss\.invalid/i.test(value))),
      )
      .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
  );
  const never = "base, object, embed, meta[http-equiv=refresh i]";
  const scripts =
    "script:not([nonce], [src^='/assets/'], [type='application/ld+json'], [type=speculationrules])";
  const elements = [...root.querySelectorAll(html === null ? never : `${never}, ${scripts}`)];
  return [...attributes, ...elements.map(({ outerHTML }) => outerHTML)];
}
