import { notFound } from "./problems.ts";
import { checkWords, type Route } from "./wire.ts";
import type { Person } from "./state.ts";

const fields = [
  "created_at",
  "description",
  "id",
  "location",
  "name",
  "profile_image_url",
  "protected",
  "username",
  "verified",
];

const userOf = ({ id, username, name }: Person, wanted: string[]) => ({
  id,
  username,
  name,
  ...(wanted.includes("profile_image_url") && {
    profile_image_url: "https://pbs.twimg.com/profile_images/1/example_normal.jpg",
  }),
});

export const userRoutes: Route[] = [
  {
    method: "GET",
    path: /^\/2\/users\/me$/,
    as: "person",
    scopes: ["tweet.read", "users.read"],
    query: ["user.fields"],
    rates: [{ limit: 75, seconds: 900, of: "person" }],
    answer(state, { grant, query }) {
      const person = state.people.get(grant?.personId ?? "");
      if (!person) throw notFound("the user");
      state.credits.spend("userRead");
      return { status: 200, body: { data: userOf(person, checkWords(query, "user.fields", fields)) } };
    },
  },
  {
    method: "GET",
    path: /^\/2\/users\/(?<id>\d{1,19})$/,
    as: "either",
    scopes: ["tweet.read", "users.read"],
    query: ["user.fields"],
    rates: [{ limit: 900, seconds: 900, of: "person" }],
    answer(state, { params, query }) {
      const person = state.people.get(params["id"] ?? "");
      // Nobody is no error to X: a 200 that tells of one, without data.
      if (!person)
        return {
          status: 200,
          body: {
            errors: [
              {
                title: "Not Found Error",
                detail: `Could not find user with id: [${params["id"]}].`,
                type: "https://api.x.com/2/problems/resource-not-found",
                resource_type: "user",
                parameter: "id",
              },
            ],
          },
        };
      state.credits.spend("userRead");
      return { status: 200, body: { data: userOf(person, checkWords(query, "user.fields", fields)) } };
    },
  },
];
