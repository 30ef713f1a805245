import { expect, test } from "vitest";
import { countryCodes } from "./countries.ts";
import { postalCodeOf, isPostalCode } from "./postal-codes.ts";
import { regionsOf } from "./regions.ts";
import { EnteredShippingAddress } from "./shipping-address.ts";

const street = { name: "Di", line1: "1 Long Lane", city: "Springfield" };

/** What is wrong with an address, by field. */
function problemsOf(address: Record<string, string>): Record<string, string> {
  const { error } = EnteredShippingAddress.safeParse({ ...street, ...address });
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []);
}

test("an address of the United States needs one of the states and a ZIP code", () => {
  expect(problemsOf({ country: "US" })).toEqual({
    region: "Please choose a state",
    postalCode: "Please enter the ZIP code",
  });
  expect(problemsOf({ country: "US", region: "Bavaria", postalCode: "SW1A 1AA" })).toEqual({
    region: "Please choose a state",
    postalCode: "Please enter a ZIP code like 94103",
  });
  for (const region of ["CA", "ca", "California", " california ", "AP", "PR"])
    expect(problemsOf({ country: "us", region, postalCode: "94103-1234" })).toEqual({});
});

test("every field that is wrong is told at once", () => {
  expect(problemsOf({ line1: "", city: " ", country: "US", postalCode: "1" })).toEqual({
    line1: "Please enter the street and number",
    city: "Please enter the city",
    region: "Please choose a state",
    postalCode: "Please enter a ZIP code like 94103",
  });
});

test("a state typed as people type it is kept as its code, a postal code in capitals", () => {
  const kept = (region: string, country: string, postalCode: string) => {
    const address = EnteredShippingAddress.parse({ ...street, region, country, postalCode });
    return `${address.region} ${address.postalCode}`;
  };
  expect(kept("new south wales", "AU", "2000")).toBe("NSW 2000");
  expect(kept("Québec", "ca", "h2x 1y4")).toBe("QC H2X 1Y4");
  expect(kept("sao paulo", "BR", "01310100")).toBe("SP 01310100");
  expect(kept("", "JP", "１００-０００１")).toBe(" 100-0001");
  expect(kept("Bayern", "DE", "D-80331")).toBe("Bayern D-80331");
});

test.each([
  ["CA", "ON", "K1A0B1", "12345"],
  ["GB", "", "sw1a1aa", "12345"],
  ["DE", "", "10115", "1011"],
  ["NL", "", "1012 ab", "1012"],
  ["SE", "", "SE-111 22", "1112"],
  ["IN", "Kerala", "682001", "6820"],
  ["PL", "", "00-001", "0000"],
])("a postal code of %s is told from what is none", (country, region, right, wrong) => {
  expect(problemsOf({ country, region, postalCode: right })).toEqual({});
  expect(Object.keys(problemsOf({ country, region, postalCode: wrong }))).toEqual(["postalCode"]);
  expect(Object.keys(problemsOf({ country, region }))).toEqual(["postalCode"]);
});

test("a country without postal codes asks for none", () => {
  for (const country of ["HK", "AE", "IE", "JM", "UG"]) expect(problemsOf({ country })).toEqual({});
});

test("a country is one of the list", () => {
  for (const country of ["ZZ", "USA", "", "United States"])
    expect(problemsOf({ country })).toEqual({ country: "Please choose a country" });
});

test("every example of a postal code is one, and every table is of countries that can be chosen", () => {
  for (const country of countryCodes) {
    const known = postalCodeOf(country);
    if (known) expect(isPostalCode(known, known.example), country).toBe(true);
  }
  expect(countryCodes.filter((country) => regionsOf(country))).toEqual(["AU", "BR", "CA", "IN", "MX", "US"]);
});
