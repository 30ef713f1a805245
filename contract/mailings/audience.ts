import { z } from "zod";
import { Day, Id, SumCents } from "#contract/values.ts";

const is = z.boolean();
/** Null: any of the creator's. */
const productId = Id.nullable();
/** A day of the creator's zone; null: ever. */
const since = Day.nullable();

/** What holds of a person, or does not (`is: false`). There are no others: nothing of a browser becomes SQL. */
export const AudienceCondition = z.discriminatedUnion("type", [
  /** Bought and was not given everything back. */
  z.object({ type: z.literal("bought"), is, productId, since }),
  /** Less what was given back. */
  z.object({ type: z.literal("spent"), is, atLeastCents: SumCents.max(2_000_000_000) }),
  /** A member now, or one once who is no more. */
  z.object({ type: z.literal("member"), is, productId, when: z.enum(["NOW", "BEFORE"]) }),
  /** What led to one of their orders. */
  z.object({
    type: z.literal("cameFrom"),
    is,
    source: z.enum(["REPLY", "MAILING", "AFFILIATE", "CART_MAIL"]),
  }),
  /** Left a checkout and has not bought what was in it. */
  z.object({ type: z.literal("leftCart"), is, productId, since }),
  /** On the creator's list, with a confirmed address. */
  z.object({ type: z.literal("subscribed"), is }),
  /** Has a tag, or any. One that was deleted: holds of nobody, whether it is asked for or asked not to be there. */
  z.object({ type: z.literal("tag"), is, tagId: Id.nullable() }),
]);
export type AudienceCondition = z.infer<typeof AudienceCondition>;

const match = z.enum(["ALL", "ANY"]);
const most = 10;
const tooMany = `Use at most ${most} conditions in a group`;

export const AudienceGroup = z.object({
  type: z.literal("group"),
  match,
  conditions: z.array(AudienceCondition).min(1, "A group needs a condition").max(most, tooMany),
});
export type AudienceGroup = z.infer<typeof AudienceGroup>;

const mostOfAll = 20;

/** Whom a mailing goes to, of a creator's customers and subscribers. Without a condition: all of them. */
export const Audience = z
  .object({ match, conditions: z.array(z.union([AudienceCondition, AudienceGroup])).max(most, tooMany) })
  .refine(
    ({ conditions }) =>
      conditions.reduce((sum, part) => sum + (part.type === "group" ? part.conditions.length : 1), 0) <=
      mostOfAll,
    `Use at most ${mostOfAll} conditions`,
  );
export type Audience = z.infer<typeof Audience>;

export const everybody: Audience = { match: "ALL", conditions: [] };

/** The products that the conditions name, each once. */
export const productsOfAudience = (audience: Conditions): string[] =>
  namedBy(audience, (condition) => ("productId" in condition ? condition.productId : null));

/** The tags that the conditions name, each once. */
export const tagsOfAudience = (audience: Conditions): string[] =>
  namedBy(audience, (condition) => (condition.type === "tag" ? condition.tagId : null));

type Conditions = Pick<Audience, "conditions">;

const namedBy = ({ conditions }: Conditions, idOf: (condition: AudienceCondition) => string | null) => [
  ...new Set(
    conditions
      .flatMap((part) => (part.type === "group" ? part.conditions : [part]))
      .map(idOf)
      .filter((id) => id !== null),
  ),
];
