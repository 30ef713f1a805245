import type { z } from "zod";
import type { RecentSignIn } from "#contract/recent-sign-in-reasons.ts";
import type { Roles } from "#contract/team/roles.ts";

/**
 * Who may call an endpoint. `creator` needs a signed-in creator; `buyer` is open to anyone, and what it answers
 * depends on the proof of purchase that the caller holds; `local` exists in local mode only, `demo` in public demos, too; `operator` is for those who run
 * the installation (`OPERATORS`), and is not there for any other account.
 */
export type Access = "public" | "buyer" | "creator" | "local" | "demo" | "operator";

/** How often one address and, where signed in, one account may call (`creator`: the account): `points` in `seconds`. */
export type Limit = { points: number; seconds: number };

/** Whoever may call as a creator is named by role: those of the store's team besides its owner (see `team/roles.ts`). */
type CallersOf =
  | { access: "creator"; roles: Roles }
  | { access: Exclude<Access, "creator">; roles?: undefined };

/** Calls that change something, and reads, have a limit also where none is given; `unlimited` ones have none. */
type Limits = { limit?: Limit; unlimited?: true };

/**
 * A change by somebody who is signed in says whether it asks for a recent sign-in, and why not; without one it answers 403
 * `RECENT_SIGN_IN_REQUIRED`. A read may ask for it, as exports do. Everything an operator changes asks.
 */
type Asking =
  | { method: "GET" | "HEAD"; config: CallersOf & Limits & { recentSignIn?: "required" } }
  | {
      method: "POST" | "PUT" | "PATCH" | "DELETE";
      config: Limits &
        (
          | (Extract<CallersOf, { access: "creator" }> & { recentSignIn: RecentSignIn })
          | { access: "operator"; roles?: undefined; recentSignIn: "required" }
          | { access: Exclude<Access, "creator" | "operator">; roles?: undefined; recentSignIn?: undefined }
        );
    };

/** One HTTP endpoint, said once: the server routes it, OpenAPI documents it, the web app calls it. */
export type Endpoint = Asking & {
  url: `/api/${string}`;
  schema: {
    summary: string;
    tags?: string[];
    params?: z.ZodObject;
    querystring?: z.ZodObject;
    body?: z.ZodType;
    /** Left out where the answer is no JSON: redirects, files, pages. */
    response?: Record<number, z.ZodType>;
  };
};

export const endpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

/** One part of what an endpoint takes, as a caller gives it; nothing where it has no such part. */
export type Slot<E extends Endpoint, Key extends "params" | "querystring" | "body"> =
  E["schema"] extends Record<Key, infer Schema extends z.ZodType> ? { [K in Key]: z.input<Schema> } : unknown;

/** A query of which nothing is required may be left out. */
type Query<E extends Endpoint> =
  Slot<E, "querystring"> extends { querystring: infer Given }
    ? object extends Given
      ? { querystring?: Given }
      : { querystring: Given }
    : unknown;

/** What an endpoint takes: `{ params, querystring, body }`, those it has. */
export type Input<E extends Endpoint> = Slot<E, "params"> & Query<E> & Slot<E, "body">;
