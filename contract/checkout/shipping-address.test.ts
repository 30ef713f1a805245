import { expect, test } from "vitest";
import { countryCodes } from "./countries.ts";
import { addressProblems, fieldsOf, isRequired, postalCodeDoubt } from "./address-format.ts";
import { formatOfCountry, printedAddress } from "./formats-of-countries.ts";
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

test("a state typed as people type it is kept as its code, a postal code in capitals, and what a country has not is dropped", () => {
  const kept = (region: string, country: string, postalCode: string) => {
    const address = EnteredShippingAddress.parse({ ...street, region, country, postalCode });
    return `${address.region} ${address.postalCode}`;
  };
  expect(kept("new south wales", "AU", "2000")).toBe("NSW 2000");
  expect(kept("Québec", "ca", "h2x 1y4")).toBe("QC H2X 1Y4");
  expect(kept("sao paulo", "BR", "01310100")).toBe("SP 01310100");
  expect(kept("Osaka", "JP", "１００-０００１")).toBe("27 100-0001");
  expect(kept("Ciudad de México", "MX", "06082")).toBe("CMX 06082");
  expect(kept("Bayern", "DE", "D-80331")).toBe(" 80331");
  expect(EnteredShippingAddress.parse({ ...street, country: "SG", postalCode: "546080" }).city).toBe("");
});

test.each([
  ["CA", "ON", "K1A0B1", "12345"],
  ["GB", "", "sw1a1aa", "12345"],
  ["GB", "", "BFPO 801", "BFPO"],
  ["DE", "", "10115", "1011"],
  ["NL", "", "1012 ab", "1012"],
  ["SE", "", "SE-111 22", "1112"],
  ["IN", "Kerala", "682001", "6820"],
  ["IT", "Roma", "00144", "144"],
  ["PL", "", "00001", "0000"],
  ["PT", "", "1100-148", "110"],
  ["LV", "", "LV 1073", "107"],
])("a postal code of %s is told from what is none", (country, region, right, wrong) => {
  expect(problemsOf({ country, region, postalCode: right })).toEqual({});
  expect(Object.keys(problemsOf({ country, region, postalCode: wrong }))).toEqual(["postalCode"]);
  expect(Object.keys(problemsOf({ country, region }))).toEqual(["postalCode"]);
});

test("a country without postal codes asks for none", () => {
  for (const country of ["UG", "ZW", "TD"]) {
    expect(problemsOf({ country })).toEqual({});
    expect(isRequired(formatOfCountry(country), "postalCode")).toBe(false);
  }
});

test("an odd postal code of a country whose parcels do without is asked about and blocks nothing", () => {
  expect(problemsOf({ country: "IE", postalCode: "nowhere at all" })).toEqual({});
  const ireland = formatOfCountry("IE");
  expect(postalCodeDoubt(ireland, "nowhere at all")).toBe("Is this right? Eircodes here look like A65 F4E2.");
  expect(postalCodeDoubt(ireland, "d02 af30")).toBeUndefined();
  expect(postalCodeDoubt(ireland, "")).toBeUndefined();
});

test("a country is one of the list", () => {
  for (const country of ["ZZ", "USA", "", "United States"])
    expect(problemsOf({ country })).toMatchObject({ country: "Please choose a country" });
});

test("every country's own example is a whole address of it", () => {
  for (const country of countryCodes) {
    const format = formatOfCountry(country);
    const [region = ["Somewhere"]] = format.regions ?? [];
    const address = { ...street, line2: "", region: region[0], postalCode: format.example ?? "" };
    expect(addressProblems(format, address), country).toEqual({});
    expect(
      fieldsOf(format).filter((field) => field === "line1"),
      country,
    ).toHaveLength(1);
    if (isRequired(format, "postalCode")) expect(format.example, country).toBeTruthy();
  }
});

test("fields stand in the order of the country's post", () => {
  const order = (country: string) => fieldsOf(formatOfCountry(country)).join(" ");
  expect(order("US")).toBe("line1 line2 city region postalCode");
  expect(order("DE")).toBe("line1 line2 postalCode city");
  expect(order("JP")).toBe("postalCode region city line1 line2");
  expect(order("SG")).toBe("line1 line2 postalCode");
});

test("an address is printed as its country's parcels are", () => {
  const printed = (address: Record<string, string>) =>
    printedAddress({ ...street, line2: "", region: "", postalCode: "", country: "", ...address }).lines.slice(
      1,
    );
  expect(printed({ region: "OR", postalCode: "97201", country: "US" })).toEqual([
    "1 Long Lane",
    "Springfield, OR 97201",
    "United States",
  ]);
  expect(printed({ line2: "Flat 2", postalCode: "80331", country: "DE" })).toEqual([
    "1 Long Lane",
    "Flat 2",
    "80331 Springfield",
    "Germany",
  ]);
  expect(printed({ region: "27", postalCode: "530-0001", country: "JP" })).toEqual([
    "1 Long Lane",
    "Springfield, Osaka",
    "530-0001",
    "Japan",
  ]);
  expect(printed({ city: "北区", region: "27", postalCode: "530-0001", country: "JP" })[0]).toBe("Osaka");
});

test("an address that was kept by other rules loses nothing in print", () => {
  const old = { ...street, line2: "", region: "Bayern", postalCode: "SE-111 22", country: "SE" };
  expect(printedAddress(old).lines).toEqual([
    "Di",
    "1 Long Lane",
    "SE-111 22 Springfield",
    "Bayern",
    "Sweden",
  ]);
});

test("no country lists a region twice", () => {
  for (const code of countryCodes) {
    const ids = formatOfCountry(code).regions?.map(([id]) => id) ?? [];
    expect(ids, code).toEqual([...new Set(ids)]);
  }
});
