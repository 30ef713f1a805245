import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listMailings, MailingSummary } from "#contract/mailings/mailings.ts";
import { example } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { MailingList } from "./mailing-list.tsx";

test("more mailings that cannot be had are said to be missing, and asked for again", async () => {
  const first = { mailings: [example(MailingSummary)] };
  server.answer(listMailings, { ...first, nextCursor: "1_00000000-0000-4000-8000-000000000002" });
  await renderScreen(<MailingList onOpen={() => {}} />);
  const more = page.getByRole("button", { name: "Show more" });
  await expect.element(more).toBeVisible();
  server.lose(listMailings, "before");
  await more.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("More mailings could not be loaded. Please try again.");
  server.answer(listMailings, { mailings: [], nextCursor: null });
  await more.click();
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
