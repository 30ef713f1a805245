import type { Page } from "@playwright/test";

/**
 * Watches this and the following pages for a text that may be on screen for half a second only, just before the browser
 * goes elsewhere. The answer tells whether it has been.
 */
export async function recordNotification(page: Page, text: string): Promise<() => Promise<boolean>> {
  const watch = (wanted: string) => {
    const look = () => {
      const notes = [...document.querySelectorAll("ol li")];
      if (notes.some((note) => note.textContent?.includes(wanted))) sessionStorage.setItem("noted", wanted);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  };
  await page.addInitScript(watch, text);
  await page.evaluate(watch, text);
  return () => page.evaluate((wanted) => sessionStorage.getItem("noted") === wanted, text);
}
