import { storeThemes, themeDefaults } from "#contract/design/looks.ts";

const ofThemes = JSON.stringify(
  Object.fromEntries(storeThemes.map((theme) => [theme, themeDefaults[theme].accent])),
);

/**
 * SQL: the accent of a creator's published design as `#rrggbb`; null where the store looks as every new one does. `user`
 * names a row of `users`.
 */
export const creatorAccent = (user: string): string =>
  `(select coalesce(look.published ->> 'accent', '${ofThemes}'::jsonb ->> (look.published ->> 'theme'))
     from store_designs look where look.owner_id = ${user}.id)`;
