import { expect, test } from "vitest";
import type { Role } from "#contract/team/roles.ts";
import { navigationFor, phoneNavigationFor } from "./navigation.ts";

const placesOf = (role: Role, isAffiliate = false, hasStore = true) => {
  const person = { handle: "mina", hasStore, isAffiliate, isOperator: false, role };
  return {
    menu: navigationFor(person).flatMap(({ items }) => items.map(({ label }) => label)),
    bar: phoneNavigationFor(person).map(({ short }) => short),
  };
};

test("an owner finds every place, and an affiliate's page where they are one", () => {
  const { menu, bar } = placesOf("OWNER", true);
  expect(menu).toEqual(expect.arrayContaining(["Payouts", "Analytics", "Affiliate", "Settings"]));
  expect(menu).not.toContain("Assignments");
  expect(bar).toEqual(["Home", "Products", "Orders", "Messages"]);
  expect(placesOf("OWNER").menu).not.toContain("Affiliate");
});

test("an admin finds all but the owner's payouts", () => {
  const owners = placesOf("OWNER").menu;
  expect(placesOf("ADMIN").menu).toEqual(owners.filter((label) => label !== "Payouts"));
});

test("support finds orders, customers and messages, and no place of money", () => {
  expect(placesOf("SUPPORT")).toEqual({
    menu: ["Home", "My Store", "Orders", "Social Automation", "Customers", "Members", "Settings"],
    bar: ["Home", "Orders", "Messages"],
  });
});

test("an editor finds products, design and what learners handed in", () => {
  expect(placesOf("EDITOR")).toEqual({
    menu: ["Home", "My Store", "Design", "Products", "Assignments", "Settings"],
    bar: ["Home", "Products"],
  });
});

test("somebody without a store finds their affiliate page and teams, and no seller's place", () => {
  const affiliate = ["Affiliate", "Teams"];
  expect(placesOf("OWNER", true, false)).toEqual({ menu: affiliate, bar: affiliate });
  expect(placesOf("OWNER", false, false)).toEqual({ menu: ["Teams"], bar: ["Teams"] });
});

const owner = {
  handle: "mina",
  hasStore: true,
  isAffiliate: true,
  isOperator: true,
  role: "OWNER",
} as const;
const items = navigationFor(owner).flatMap((group) => group.items);

const highlightedAt = (address: string) => {
  const { pathname, searchParams } = new URL(address, "https://store.example");
  const place = {
    pathname,
    tab: searchParams.get("tab") ?? "products",
    view: searchParams.get("view") ?? undefined,
    onlyMembers: searchParams.get("members") === "true",
  };
  return items.filter((item) => item.isCurrent(place)).map(({ label }) => label);
};

test("highlights the one item whose page is open", () => {
  for (const item of items) expect(highlightedAt(item.href(owner)), item.label).toEqual([item.label]);
  expect(highlightedAt("/admin")).toEqual(["Products"]);
  expect(highlightedAt("/admin?tab=analytics&view=refunds")).toEqual(["Analytics"]);
  expect(highlightedAt("/admin?tab=customers&view=reviews")).toEqual(["Customers"]);
});

test("leads a creator from Members to their own members, and from Analytics to its tab", () => {
  const addressOf = (label: string) => items.find((item) => item.label === label)?.href(owner);
  expect(addressOf("Members")).toBe("/admin?tab=customers&view=customers&members=true");
  expect(addressOf("Analytics")).toBe("/admin?tab=analytics");
});
