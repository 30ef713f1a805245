import { mostTagsOfPerson, type TagChange } from "#contract/tags/tags.ts";
import { statement } from "#server/database/statement.ts";

/**
 * Gives a tag to mailboxes, each named once; who has as many as one can have is counted and left. Needs `lockTagsOf`, and the
 * rows by which the creator knows the mailboxes locked: else a tag could be written of whom has just been forgotten.
 */
export const giveTag = statement("tags_give")<
  TagChange,
  [ownerId: string, tagId: string, mailboxes: string[], now: Date]
>(`with lacking as (
     select a.mailbox, (select count(*) from person_tags w where w.owner_id = $1::uuid and w.mailbox = a.mailbox) as had
       from unnest($3::text[]) a(mailbox)
      where not exists (select from person_tags w where w.tag_id = $2::uuid and w.mailbox = a.mailbox)),
   given as (
     insert into person_tags (owner_id, tag_id, mailbox, created_at)
     select g.owner_id, g.id, l.mailbox, $4 from lacking l join tags g on g.id = $2 and g.owner_id = $1
      where l.had < ${mostTagsOfPerson}
     returning 1)
   select (select count(*)::int from given) as people,
          (select count(*)::int from lacking where had >= ${mostTagsOfPerson}) as "full"`);

/** Takes a creator's tag from mailboxes. */
export const takeTag = statement("tags_take")<
  TagChange,
  [ownerId: string, tagId: string, mailboxes: string[]]
>(`with taken as (
     delete from person_tags where owner_id = $1 and tag_id = $2 and mailbox = any ($3::text[]) returning 1)
   select count(*)::int as people, 0 as "full" from taken`);
