import { hotStatement } from "#server/database/statement.ts";

/** Creators who have events that are not decided on, after the one given, in the order of their ids. One look for each. */
export const listOpenCreators = hotStatement("social_list_open_creators")<
  { userId: string },
  [after: string, limit: number]
>(`with recursive creator as (
     (select user_id from social_events where outcome is null and user_id > $1::uuid order by user_id limit 1)
     union all
     select (select e.user_id from social_events e where e.outcome is null and e.user_id > c.user_id order by e.user_id limit 1)
       from creator c where c.user_id is not null)
   select user_id as "userId" from creator where user_id is not null limit $2`);

/** SQL: accounts that have a message due at a moment, and may send. One look for each account with a queue. */
export const dueAccounts = (now: string): string => `with recursive queue as (
     (select social_account_id as id from social_sends where state = 'QUEUED' order by social_account_id limit 1)
     union all
     select (select s.social_account_id from social_sends s
              where s.state = 'QUEUED' and s.social_account_id > q.id order by s.social_account_id limit 1)
       from queue q where q.id is not null)
   select a.id, case a.connection when 'DEMO' then 'DEMO' else a.platform end as lane
     from queue q join social_accounts a on a.id = q.id
    where (a.paused_until is null or a.paused_until <= ${now})
      and exists (select from social_sends s where s.social_account_id = a.id and s.state = 'QUEUED' and s.due_at <= ${now})`;

export const listDueAccounts = hotStatement("social_list_due_accounts")<
  { id: string; lane: string },
  [now: Date]
>(dueAccounts("$1"));
