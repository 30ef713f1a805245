import { expect, test } from "vitest";
import { addressOfFilter, filterInAddress } from "./filter-address.ts";

test("a filter is written as its list's part of the address, and read back; nothing else comes along", () => {
  const address = {
    tab: "customers",
    page: "3",
    order: "x",
    status: "PAID",
    filter: "Zoë & co = 100%",
    sort: "",
  };
  const text = filterInAddress("ORDERS", address);
  expect(text).toBe("filter=Zo%C3%AB+%26+co+%3D+100%25&status=PAID");
  expect(addressOfFilter("ORDERS", text)).toEqual({ filter: "Zoë & co = 100%", status: "PAID" });
  expect(addressOfFilter("CUSTOMERS", `${text}&tab=settings&page=2&members=true`)).toEqual({
    filter: "Zoë & co = 100%",
    members: "true",
  });
  expect(filterInAddress("ORDERS", { tab: "customers", page: "2" })).toBe("");
  expect(filterInAddress("ORDERS", { status: ["PAID"], sort: 1 })).toBe("");
});
