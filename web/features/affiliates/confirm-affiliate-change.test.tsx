import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  confirmWithCode,
  getRecentSignIn,
  requestConfirmationCode,
} from "#contract/accounts/recent-sign-in.ts";
import { recentSignInRequired } from "#contract/accounts/recent-sign-in-code.ts";
import {
  Affiliate,
  AffiliateLink,
  listAffiliateLinks,
  listAffiliates,
  updateAffiliate,
} from "#contract/affiliates/affiliates.ts";
import { listCommissions, listPayouts } from "#contract/affiliates/commissions.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { RecentSignIn } from "#web/layout/recent-sign-in/recent-sign-in.tsx";
import { AffiliatesTab } from "./affiliates-tab.tsx";

const june = example(Affiliate, { id: exampleId(), name: "June Ray", commissionRate: 0.2, active: true });
const link = example(AffiliateLink, {
  id: exampleId(),
  code: "JUNE20",
  affiliate: { id: june.id, name: june.name, email: null, active: true },
  active: true,
});
const form = page.getByRole("dialog", { name: "Edit Affiliate" });
const prompt = page.getByRole("dialog", { name: "Confirm that it is you" });

/** The form with another payout address in it, saved by a sign-in that is too old. */
async function saveWithOldSignIn() {
  server.answer(listAffiliateLinks, [link]);
  server.answer(listAffiliates, [june]);
  server.answer(listMyProducts, []);
  server.answer(listCommissions, []);
  server.answer(listPayouts, []);
  server.answer(
    getRecentSignIn,
    exampleAnswer(getRecentSignIn, { isRecent: false, method: "code", hasPasskey: false }),
  );
  server.answer(requestConfirmationCode, exampleAnswer(requestConfirmationCode));
  server.refuse(updateAffiliate, 403, { code: recentSignInRequired });
  await renderScreen(
    <>
      <AffiliatesTab />
      <RecentSignIn />
    </>,
    { at: "/admin?tab=affiliates" },
  );
  await page.getByRole("button", { name: "More actions: JUNE20" }).click();
  await page.getByRole("menuitem", { name: "Edit affiliate" }).click();
  await form.getByLabelText("Email").fill("june@example.com");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(prompt).toBeVisible();
}

test("another payout address asks for a recent sign-in in place, and is saved as it was typed", async () => {
  await saveWithOldSignIn();
  server.answer(confirmWithCode, () => {
    server.answer(updateAffiliate, { ...june, email: "june@example.com" });
    return exampleAnswer(confirmWithCode);
  });
  await prompt.getByRole("button", { name: "Email me a code" }).click();
  await prompt.getByLabelText("Code").fill("123456");
  await expect.element(page.getByText("Affiliate updated successfully").first()).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  expect(server.calls(updateAffiliate)).toMatchObject([
    { body: { email: "june@example.com" } },
    { body: { email: "june@example.com" } },
  ]);
});

test("whoever would rather not confirm is back in the form, with all that was typed and no error", async () => {
  await saveWithOldSignIn();
  await prompt.getByRole("button", { name: "Close" }).click();
  await expect.element(prompt).not.toBeInTheDocument();
  await expect.element(form.getByLabelText("Email")).toHaveValue("june@example.com");
  await expect.element(page.getByText("Failed to update affiliate")).not.toBeInTheDocument();
  expect(server.calls(updateAffiliate)).toHaveLength(1);
});
