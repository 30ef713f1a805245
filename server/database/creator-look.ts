/**
 * SQL: the path of a creator's picture for programs that know one encoding, such as those of mail; null without one. `user`
 * names a row of `users`.
 */
export const creatorPortrait = (user: string): string =>
  `(select '/images/' || face.id || '/' || (variant ->> 'width') || '.jpeg'
     from images face cross join jsonb_array_elements(face.variants) variant
    where face.id = ${user}.avatar_image_id and variant ->> 'format' = 'jpeg'
    order by (variant ->> 'width')::int limit 1)`;

/** SQL: whether a creator's plan takes our name off their pages and mails (docs/decisions/0071). */
export const isWhiteLabel = (user: string): string => `(${user}.plan = 'ENTERPRISE')`;
