import { expect, test } from "vitest";
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
