import type { StripeState } from "#tests/support/stripe-server/state.ts";
import { listPage, type ListParams, type Page } from "./list-page.ts";
import type { ObjectShape } from "./shapes.ts";

export type Call<Params = unknown> = {
  state: StripeState;
  /** Checked against the endpoint's shape. */
  params: Params;
  /** The last id of the address. */
  id: string;
  /** The first id of an address with two. */
  parentId: string;
  /** With the publishable key: sees less, and proves itself by the object's client secret. */
  isBrowser: boolean;
  /** Of the header `Stripe-Account`: null for the platform. */
  account: string | null;
};

export type Endpoint = {
  /** As in shapes.json, e.g. `POST /v1/refunds/{id}`. */
  route: string;
  answer(call: Call): object;
  /** What a browser may send here with the publishable key; nothing without it. */
  browser?: ObjectShape;
  /** Reads a connected account's own things when the header names one. */
  readsAccount?: boolean;
};

type More = Pick<Endpoint, "browser" | "readsAccount">;

/** An endpoint whose parameters have the types of the package `stripe`: their shapes come from there. */
export const endpoint = <Params>(
  route: string,
  answer: (call: Call<Params>) => object,
  more: More = {},
): Endpoint => ({ route, answer, ...more });

/** An endpoint that lists rows; `rows` picks those that the parameters ask for, oldest first. */
export const listEndpoint = <Params>(
  route: string,
  rows: (call: Call<Params>) => Iterable<{ id: string }>,
  more: More = {},
): Endpoint =>
  endpoint<Params>(
    route,
    (call): Page => {
      const path = route.split(" ")[1]?.replace(/\{[^}]+\}/, call.parentId || call.id) ?? "";
      return listPage(path, rows(call), call.params as ListParams);
    },
    more,
  );
