import { expect, type Page, type Route, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo } from "./support/mailbox.ts";
import { openOwnShop, passMinutes } from "./support/own-shop.ts";

openOwnShop(12);

/** The device's own authenticator; its finger is there, or is not. */
async function addAuthenticator(page: Page): Promise<{ setPresent(enabled: boolean): Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: async (enabled) => {
      await client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
  };
}

test("a passkey is added, signs in, and proves who is there before data leaves @any-width", async ({
  page,
}) => {
  test.slow();
  const { email } = await signInAsNewCreator(page, { firstName: "Noor" });
  const finger = await addAuthenticator(page);
  const security = "/admin?tab=settings&view=security";
  await page.goto(security);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("Noor's laptop");
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Continue" }).click();
  const own = page.getByRole("list", { name: "Your passkeys" });
  await expect(own.getByText("Noor's laptop", { exact: true }).first()).toBeVisible();
  await expect(adding).toBeHidden();
  const log = page.getByRole("list", { name: "What happened in your account" });
  await expect(log.getByText('The passkey "Noor\'s laptop" was added')).toBeVisible();
  await expectAccessible(page);
  const { text } = await mailTo(page.request, email, /passkey was added/);
  expect(text).toContain("Noor's laptop");

  // By the button, while the field for the address offers it, too.
  await finger.setPresent(false);
  await page.goto("/api/logout");
  const options = "**/api/auth/passkeys/request-options";
  const offered = page.waitForResponse(options);
  await page.goto(`/sign-in?returnTo=${encodeURIComponent(security)}`);
  await expect(page.getByLabel("Email Address")).toHaveAttribute("autocomplete", "username webauthn");
  await offered;
  // It comes after the press and before the browser asks for it: an authenticator that was asked in its absence says nothing later.
  const comes = async (route: Route) => {
    await finger.setPresent(true);
    await route.continue();
  };
  await page.route(options, comes, { times: 1 });
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(security);
  await expect(page.getByText(/^Active now .* passkey$/)).toBeVisible();

  // From the field's list alone, of which this authenticator takes the first.
  await page.goto("/api/logout");
  await page.goto(`/sign-in?returnTo=${encodeURIComponent(security)}`);
  await expect(page).toHaveURL(security);

  // What asks for a recent sign-in goes on once that is proved, with what was chosen.
  const product = { title: "Notes", slug: "notes", type: "COURSE", priceCents: 900 };
  const made = await page.request.post("/api/products", { data: product });
  expect(made.status(), await made.text()).toBe(201);
  await passMinutes(page, 16);
  await page.goto("/admin?tab=products");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const confirming = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(confirming.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await confirming.getByRole("button", { name: "Use a passkey" }).click();
  expect((await saved).suggestedFilename()).toMatch(/products.*\.csv$/);

  // By a code, too; and who would rather not loses nothing.
  await passMinutes(page, 16);
  await page.goto(security);
  const removing = page.getByRole("alertdialog", { name: 'Remove "Noor\'s laptop"?' });
  await own.getByRole("button", { name: "Remove Noor's laptop" }).click();
  await removing.getByRole("button", { name: "Remove" }).click();
  await expect(confirming).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirming).toBeHidden();
  await expect(own.getByText("Noor's laptop", { exact: true }).first()).toBeVisible();
  await own.getByRole("button", { name: "Remove Noor's laptop" }).click();
  await removing.getByRole("button", { name: "Remove" }).click();
  await confirming.getByRole("button", { name: "Email me a code" }).click();
  const mail = await mailTo(page.request, email, /confirmation code/);
  await confirming.getByLabel("Code from the email").fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
  await expect(page.getByText("You have no passkeys yet.", { exact: false })).toBeVisible();
});

test("emailed codes are turned off, and a recovery code signs in and confirms", async ({ page }) => {
  test.slow();
  const { email } = await signInAsNewCreator(page, { firstName: "Noor" });
  const finger = await addAuthenticator(page);
  const security = "/admin?tab=settings&view=security";
  await page.goto(security);
  const turnOff = page.getByRole("button", { name: "Turn off", exact: true });
  await expect(turnOff).toBeDisabled();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(turnOff).toBeEnabled();
  await turnOff.click();
  const saving = page.getByRole("dialog", { name: "Save your recovery codes" });
  const shown = saving.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await expectAccessible(page);
  await saving.getByRole("button", { name: "I saved them" }).click();
  await expect(page.getByText("10 recovery codes left.", { exact: false })).toBeVisible();
  await expectAccessible(page);

  // On a device without the passkey.
  await finger.setPresent(false);
  await page.goto("/api/logout");
  await page.goto(`/sign-in?returnTo=${encodeURIComponent(security)}`);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Recovery code").fill("0000 0000 0000 0000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("That recovery code didn't work.", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(security);
  await expect(page.getByText("9 recovery codes left.", { exact: false })).toBeVisible();

  await passMinutes(page, 16);
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const confirming = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(confirming.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect(confirming.getByRole("button", { name: "Email me a code" })).toBeHidden();
  await confirming.getByRole("button", { name: "Use a recovery code" }).click();
  await confirming.getByLabel("Recovery code").fill(codes[1] ?? "");
  await confirming.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You'll get ten recovery codes", { exact: false })).toBeVisible();
});
