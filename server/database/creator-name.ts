/** SQL: what buyers see as a creator's name, their handle where they gave none. `user` names a row of `users` in SQL. */
export const creatorName = (user: string): string =>
  `coalesce(nullif(trim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), ''), ${user}.handle)`;
