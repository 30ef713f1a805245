import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { requestSignInCode, verifySignInCode } from "#contract/accounts/accounts.ts";
import { changeEmail, requestEmailChange } from "#contract/accounts/email-change.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  signInWithPasskey,
} from "#contract/accounts/passkeys.ts";
import { confirmWithCode, requestConfirmationCode } from "#contract/accounts/recent-sign-in.ts";
import { requestMemberAccess, verifyMemberCode } from "#contract/buyers/buyers.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { openCheckout, pressPay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { mailsTo, makeBuyer } from "#tests/support/member.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { softwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { type Answer, type Caller, testApp } from "#tests/support/test-app.ts";
import { listFiles } from "#tests/house/source-files.ts";

const app = await testApp();

type Asked = Pick<Answer<never>, "status" | "text" | "cookies">;
/** What a browser asks first, and what it does next with the answer: the status of that. */
type Step = { ask: (browser: Caller) => Promise<Asked>; next: (browser: Caller) => Promise<number> };
/** Makes one, of an address, product or account of its own. */
type MakeStep = (creator: { id: string; email: string }) => Promise<Step>;

const codeFor = async (email: string) => {
  await app.runJobs();
  const [mail] = await mailsTo(app, email);
  return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
};

let addresses = 0;
const newAddress = () => `first.${++addresses}@example.com`;

const checkout: MakeStep = async () => {
  const product = await makeProduct(app);
  let opened: Awaited<ReturnType<typeof openCheckout>>;
  return {
    ask: async (browser) => {
      const answer = await browser.call(createPaymentIntent, {
        body: { productId: product.id, customerEmail: "buyer@example.com" },
      });
      opened = answer.body;
      return answer;
    },
    next: async (browser) => (await pressPay(browser, opened)).status,
  };
};

const draft: MakeStep = async () => {
  const params = { productId: (await makeProduct(app)).id };
  const body = { revision: 0, customerName: "Ada" };
  return {
    ask: async (browser) => browser.call(saveCheckoutDraft, { params, body }),
    next: async (browser) => {
      const { status, body } = await browser.call(getCheckoutDraft, { params });
      return body.draft?.customerName === "Ada" ? status : 404;
    },
  };
};

const signedOut: Record<string, MakeStep> = {
  "a sign-in code": async () => {
    const email = newAddress();
    return {
      ask: async (browser) => browser.call(requestSignInCode, { body: { email } }),
      next: async (browser) => {
        const body = { email, code: await codeFor(email) };
        return (await browser.call(verifySignInCode, { body })).status;
      },
    };
  },
  "a member code": async () => {
    const { email } = await makeBuyer(app);
    return {
      ask: async (browser) => browser.call(requestMemberAccess, { body: { email } }),
      next: async (browser) => {
        const body = { email, token: await codeFor(email) };
        return (await browser.call(verifyMemberCode, { body })).status;
      },
    };
  },
  "a passkey sign-in": async () => {
    const owner = await signedInBrowser(app, await makeCreator(app));
    const authenticator = softwareAuthenticator();
    const made = authenticator.make((await owner.call(beginPasskey)).body.options);
    await owner.call(addPasskey, { body: { name: "Laptop", credential: made } });
    let asked: Answer<typeof beginPasskeySignIn>;
    return {
      ask: async (browser) => (asked = await browser.call(beginPasskeySignIn)),
      next: async (browser) => {
        const body = { credential: authenticator.sign(asked.body.options) };
        return (await browser.call(signInWithPasskey, { body })).status;
      },
    };
  },
  "a checkout": checkout,
  "a draft": draft,
};

const signedIn: Record<string, MakeStep> = {
  "a confirmation code": async ({ email }) => ({
    ask: async (browser) => browser.call(requestConfirmationCode),
    next: async (browser) => {
      const body = { code: await codeFor(email) };
      return (await browser.call(confirmWithCode, { body })).status;
    },
  }),
  "a new passkey": async () => {
    let asked: Answer<typeof beginPasskey>;
    return {
      ask: async (browser) => (asked = await browser.call(beginPasskey)),
      next: async (browser) => {
        const body = { name: "Phone", credential: softwareAuthenticator().make(asked.body.options) };
        return (await browser.call(addPasskey, { body })).status;
      },
    };
  },
  "another address": async () => {
    const email = newAddress();
    return {
      ask: async (browser) => browser.call(requestEmailChange, { body: { email } }),
      next: async (browser) => {
        const body = { email, code: await codeFor(email) };
        return (await browser.call(changeEmail, { body })).status;
      },
    };
  },
  "a checkout": checkout,
  "a draft": draft,
};

/** Every two of them, each with itself too. */
const pairsOf = (steps: Record<string, MakeStep>) =>
  Object.entries(steps).flatMap(([one, first]) =>
    Object.entries(steps).map(([other, second]) => ({ one, other, first, second })),
  );

/** Sends both before either answer has arrived, and takes the cookies of the answers in the order given. */
async function askAtOnce(browser: Caller & { cookies: Record<string, string> }, steps: Step[]) {
  const before = { ...browser.cookies };
  const blank = () => {
    const held = app.browser();
    Object.assign(held.cookies, before);
    return held;
  };
  const answers = await Promise.all(steps.map(({ ask }) => ask(blank())));
  for (const { status, text, cookies } of answers) {
    expect(status, text).toBe(200);
    Object.assign(browser.cookies, cookies);
  }
}

test.each(pairsOf(signedOut))(
  "$one and $other can be a browser's first requests",
  async ({ first, second }) => {
    const creator = await makeCreator(app);
    for (const order of [1, -1]) {
      const browser = app.browser();
      const steps = [await first(creator), await second(creator)];
      await askAtOnce(browser, order === 1 ? steps : steps.toReversed());
      for (const { next } of steps) expect(await next(browser)).toBeLessThan(300);
    }
  },
);

test.each(
  pairsOf(signedIn).filter(({ one, other }) => one !== other || one === "a checkout" || one === "a draft"),
)("$one and $other can be the first requests after a sign-in", async ({ first, second, other }) => {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  const steps = [await first(creator), await second(creator)];
  await askAtOnce(browser, steps);
  // The code went to the address that the account has until it is changed.
  const order = other === "a confirmation code" ? steps.toReversed() : steps;
  for (const { next } of order) expect(await next(browser)).toBeLessThan(300);
});

test("two first checkouts of one product leave the browser with one that can be paid", async () => {
  const product = await makeProduct(app);
  const ask = async (browser: Caller) => {
    const body = { productId: product.id, customerEmail: "buyer@example.com" };
    return browser.call(createPaymentIntent, { body });
  };
  const browser = app.browser();
  await askAtOnce(browser, [
    { ask, next: async () => 200 },
    { ask, next: async () => 200 },
  ]);
  const reloaded = await openCheckout(browser, product.id);
  expect((await pressPay(browser, reloaded)).status).toBe(200);
});

test("three first requests in flight leave the browser with one token", async () => {
  const browser = app.browser();
  const nobody = { id: "", email: "" };
  const asked: Step[] = [];
  for (const [name, makeStep] of Object.entries(signedOut))
    if (name.includes("code") || name.includes("passkey")) asked.push(await makeStep(nobody));
  expect(asked).toHaveLength(3);
  await askAtOnce(browser, asked);
  for (const { next } of asked) expect(await next(browser)).toBeLessThan(300);
  const { otp, ...others } = browser.cookies;
  const copies = Object.entries(others).filter(([name, value]) => name.startsWith("otp.") && value !== "");
  expect(copies.map(([, value]) => value)).toEqual([otp]);
});

/** Where a cookie is set, and why an answer that arrives later may take its place. */
const setters = {
  "server/http/minted-cookies.ts": "minted: each answer's token is kept under a name of its own, too",
  "server/features/accounts/sessions.ts": "the newest sign-in wins",
  "server/features/accounts/known-browser.ts": "each address is marked under a name of its own",
  "server/http/departure-cookies.ts": "each departure to a provider has a name of its own",
  "server/features/buyers/routes.ts": "the newest proof wins, and takes over what was proved before",
  "server/features/affiliates/affiliate-cookie.ts": "the last click wins",
  "server/features/social/links/reply-cookie.ts": "the last click wins",
  "server/features/mailings/open-mailing-link.ts": "the last click wins",
};

test("every cookie is set where its races have been thought of", () => {
  const found = listFiles("server").filter(
    (path) =>
      path.endsWith(".ts") &&
      !path.endsWith(".test.ts") &&
      readFileSync(path, "utf8").includes(".setCookie("),
  );
  expect(found.toSorted()).toEqual(Object.keys(setters).toSorted());
});

beforeAll(() => app.clock.advance({ minutes: 1 }));
