/** SQL: the picture of a creator, what of it is needed to show it, as JSON; null without one. `user` names a row of `users`. */
export const creatorAvatar = (user: string): string =>
  `(select json_build_object('id', face.id, 'width', face.width, 'height', face.height, 'variants', face.variants,
                             'alt', face.alt)
     from images face where face.id = ${user}.avatar_image_id)`;

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
