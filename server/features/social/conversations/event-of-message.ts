/**
 * What an inbound message `m` of `dm_messages` was as an event, and what came of it: as SQL, one row or none. An echo or a
 * deletion may name the same message, and says nothing of that.
 */
export const eventOfMessage = `
  select e.id, e.kind, e.outcome, e.outcome_detail, e.keyword_response_id, e.automation_rule_id, e.listed_in,
         e.tagged_with, e.notified_by
    from social_events e
   where e.message_id = m.id and e.user_id = m.user_id and e.kind not in ('ECHO', 'DELETION')
   order by e.id limit 1`;
