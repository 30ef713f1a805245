import { mostTagsOfPerson, type TagChange } from "#contract/tags/tags.ts";
import { statement } from "#server/database/statement.ts";

/**
 * Gives a tag to mailboxes, each named once; who has as many as one can have is counted and left. A tag that was deleted a moment
 * ago, and could be put back, makes room: nobody has too many by that, and nobody has to be looked for then. Needs `lockTagsOf`, and the
 * rows by which the creator knows the mailboxes locked: else a tag could be written of whom has just been forgotten.
 */
export const giveTag = statement("tags_give")<
  TagChange,
  [ownerId: string, tagId: string, mailboxes: string[], now: Date]
>(`with lacking as (
     select a.mailbox, has.had, has.had + has.deleted >= ${mostTagsOfPerson} as "isCrowded"
       from unnest($3::text[]) a(mailbox)
      cross join lateral (
        select count(g.id) as had, count(*) - count(g.id) as deleted from person_tags w left join tags g on g.id = w.tag_id
         where w.owner_id = $1::uuid and w.mailbox = a.mailbox) has
      where not exists (select from person_tags w where w.tag_id = $2::uuid and w.mailbox = a.mailbox)),
   given as (
     insert into person_tags (owner_id, tag_id, mailbox, created_at)
     select g.owner_id, g.id, l.mailbox, $4 from lacking l join tags g on g.id = $2 and g.owner_id = $1
      where l.had < ${mostTagsOfPerson}
     returning 1),
   made_room as (
     delete from person_tags w using lacking l
      where l."isCrowded" and l.had < ${mostTagsOfPerson} and w.mailbox = l.mailbox and w.tag_id = (
        select d.tag_id from person_tags d
         where d.owner_id = $1 and d.mailbox = l.mailbox and not exists (select from tags g where g.id = d.tag_id)
         order by d.created_at, d.tag_id limit 1))
   select (select count(*)::int from given) as people,
          (select count(*)::int from lacking where had >= ${mostTagsOfPerson}) as "full"`);

/** Takes a creator's tag from mailboxes. */
export const takeTag = statement("tags_take")<
  TagChange,
  [ownerId: string, tagId: string, mailboxes: string[]]
>(`with taken as (
     delete from person_tags where owner_id = $1 and tag_id = $2 and mailbox = any ($3::text[]) returning 1)
   select count(*)::int as people, 0 as "full" from taken`);
