import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { countCustomers, Customer, listCustomers } from "#contract/orders/customers.ts";
import { listSavedFilters } from "#contract/saved-filters/saved-filters.ts";
import { listTags } from "#contract/tags/tags.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { CustomerList } from "./customer-list.tsx";

test.each(["ADMIN", "SUPPORT"] as const)(
  "customers that are chosen are tagged by support, and exported by admins alone: %s",
  async (role) => {
    server.actAs(role);
    server.answer(listCustomers, [
      example(Customer, { id: exampleId(), firstName: "Ada", lastName: "Buyer", email: "ada@example.com" }),
    ]);
    server.answer(countCustomers, exampleAnswer(countCustomers, { customers: 1 }));
    server.answer(listSavedFilters, exampleAnswer(listSavedFilters));
    server.answer(listTags, exampleAnswer(listTags));
    await renderScreen(<CustomerList />, { at: "/admin?tab=customers&view=customers" });
    await page.getByRole("checkbox", { name: "Choose: Ada Buyer" }).click();
    const bar = page.getByRole("region", { name: "Chosen people" });
    await expect.element(bar.getByRole("button", { name: "Add tag" })).toBeVisible();
    await expect
      .poll(() => bar.getByRole("link", { name: "Export CSV" }).elements().length)
      .toBe(role === "ADMIN" ? 1 : 0);
  },
);
