import { creatorName } from "./creator-name.ts";

/** SQL: whether an operator has approved the name that a creator has now, with the handle of now. `user` names a row of `users`. */
export const isNameApproved = (user: string): string =>
  `exists (select from sender_name_reviews reviewed where reviewed.owner_id = ${user}.id and reviewed.state = 'APPROVED'
     and reviewed.name = ${creatorName(user)} and reviewed.handle = ${user}.handle)`;
