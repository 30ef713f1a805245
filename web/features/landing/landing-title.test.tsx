import { expect, onTestFinished, test } from "vitest";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { Route } from "#web/routes/index.tsx";

const titleFor = async (user: unknown) =>
  (await Route.options.head?.({ loaderData: { user, plans: [], origin: "" } } as never))?.meta?.[0];

test("a browser that shows the landing page names it, and a creator's home is called Home", async () => {
  expect(await titleFor(null)).toEqual({
    title: "Openstall: sell what you know, let your DMs sell for you",
  });
  expect(await titleFor(exampleAnswer(getCurrentUser))).toEqual({ title: "Home | Openstall" });
});

const openFor = async (user: unknown) => {
  const load = Route.options.loader as unknown as (asked: unknown) => Promise<unknown>;
  return load({ context: { queryClient: { ensureQueryData: async () => user } } });
};

test("whom a script leads to the front page is led on to the store that is there, and whoever is signed in to none", async () => {
  document.documentElement.dataset.frontStore = "maya";
  onTestFinished(() => void delete document.documentElement.dataset.frontStore);
  await expect(openFor(null)).rejects.toMatchObject({ options: { href: "/u/maya", reloadDocument: true } });
  const user = exampleAnswer(getCurrentUser, { hasStore: true });
  expect(await openFor(user)).toMatchObject({ user });
});
