import { z } from "zod";
import { countryCodes } from "#contract/checkout/countries.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { atMost, Cents } from "#contract/values.ts";
import { elsewhere } from "./served-countries.ts";

const tags = ["Shipping"];

const Country = z
  .string()
  .max(9, atMost(9, "Please choose a country"))
  .refine((code) => code === elsewhere || countryCodes.includes(code), "Please choose a country");

/** A card pays nothing, or 50 cents and more: an add-on may cost its shipping alone. */
const Fee = Cents.refine((cents) => cents === 0 || cents >= 50, "The lowest rate is $0.50, or free");

const Rate = z.object({
  /** The first piece of an order. */
  firstCents: Fee,
  /** Each further piece that is sent with it. */
  furtherCents: Fee,
});

/** Countries by their codes, `ELSEWHERE` last. */
const Rates = z.array(Rate.extend({ country: z.string() }));

export const listShippingRates = endpoint({
  method: "GET",
  url: "/api/shipping-rates",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "Where the creator ships to, and what it costs there",
    response: { 200: Rates },
  },
});

const Origin = z.object({ country: z.string().nullable() });

export const getShippingOrigin = endpoint({
  method: "GET",
  url: "/api/shipping-origin",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The country that the creator's parcels are sent from; null until they have said",
    response: { 200: Origin },
  },
});

export const saveShippingOrigin = endpoint({
  method: "PUT",
  url: "/api/shipping-origin",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 60, seconds: 60 },
    recentSignIn: notNeeded.pricing,
  },
  schema: {
    tags,
    summary: "Say which country parcels are sent from: product pages and checkouts show it",
    body: z.object({
      country: z
        .string()
        .max(2, atMost(2, "Please choose a country"))
        .refine((code) => countryCodes.includes(code), "Please choose a country"),
    }),
    response: { 200: Origin },
  },
});

export const saveShippingRate = endpoint({
  method: "PUT",
  url: "/api/shipping-rates/:country",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.pricing,
  },
  schema: {
    tags,
    summary: "Ship to a country, or everywhere else (`ELSEWHERE`), at this rate",
    params: z.object({ country: Country }),
    body: Rate,
    response: { 200: Rates },
  },
});

export const deleteShippingRate = endpoint({
  method: "DELETE",
  url: "/api/shipping-rates/:country",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.pricing,
  },
  schema: {
    tags,
    summary:
      "Take a country's own rate away: it has the one of everywhere else, or is served no more. 409 for the last rate while something that is shipped is on sale",
    params: z.object({ country: Country }),
    response: { 200: Rates },
  },
});
