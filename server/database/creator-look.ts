import { creatorPlan } from "./creator-plan.ts";

/**
 * SQL: the path of a creator's picture, as small as it is kept; null without one. JPEG is for programs that know nothing else,
 * such as those of mail. `user` names a row of `users`.
 */
export const creatorPortrait = (user: string, format: "jpeg" | "webp"): string =>
  `(select '/images/' || face.id || '/' || (variant ->> 'width') || '.${format}'
     from images face cross join jsonb_array_elements(face.variants) variant
    where face.id = ${user}.avatar_image_id and variant ->> 'format' = '${format}'
    order by (variant ->> 'width')::int limit 1)`;

/** SQL: whether a creator's plan takes our name off their pages and mails (docs/decisions/0071). */
export const isWhiteLabel = (user: string): string => `(${creatorPlan(user)} = 'ENTERPRISE')`;
