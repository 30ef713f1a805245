import { mailboxOf } from "./schema/mailbox-of.ts";

/** SQL: the tags that a creator gave whoever has an address, as JSON by name; an empty list without any. */
export const tagsOf = (owner: string, email: string): string => `(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
    from person_tags w join tags g on g.id = w.tag_id
   where w.owner_id = ${owner} and w.mailbox = ${mailboxOf(email)})`;

/** SQL: the names of tags by their ids, as far as they are not deleted. */
export const tagNames = (ids: string): string =>
  `array(select g.name from tags g where g.id = any (${ids}) order by lower(g.name))`;

/** SQL: the mailboxes that have a tag of a creator's. Both are parameters, with their types; null: any tag. */
export const mailboxesWithTag = (owner: string, tagId: string): string => `
  select w.mailbox from person_tags w
   where w.owner_id = ${owner} and (${tagId} is null or w.tag_id = ${tagId})
     and exists (select from tags g where g.id = w.tag_id)`;
