import { tagNames } from "#server/database/person-tags.ts";
import { csv, moment, titleOf, words } from "./exported-table.ts";

const account =
  "(select coalesce(a.username, a.display_name) from social_accounts a where a.id = r.social_account_id)";

/** Empty where the kind of what is linked decides. */
const linkFields = { "Leads to": "r.link_target", Button: "r.button_title", Coupon: "r.coupon_code" };

/** What a creator's social accounts do. */
export const messageTables = [
  csv({
    path: "messages/social-accounts.csv",
    says: "your connected accounts, without what opens them",
    columns: {
      Platform: "r.platform",
      Username: "r.username",
      Name: "r.display_name",
      Active: "r.is_active",
      Connected: moment("r.created_at"),
    },
    from: "social_accounts r where r.user_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "messages/keyword-responses.csv",
    says: "your keywords, and what they answer",
    columns: {
      Account: account,
      Keyword: "r.keyword",
      Keywords: words("r.keywords"),
      "Excluded words": words("r.excluded_words"),
      Match: "r.match_mode",
      Places: words("r.places"),
      Post: "r.post_id",
      Message: "r.response_text",
      "Public replies": words("r.public_replies"),
      Product: titleOf("r.product_id"),
      ...linkFields,
      List: "r.list_name",
      Tag: "(select g.name from tags g where g.id = r.tag_id)",
      "Notifies you": "r.notifies_owner",
      Active: "r.is_active",
      Triggered: "r.trigger_count",
      Created: moment("r.created_at"),
    },
    from: "keyword_responses r where r.user_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "messages/automation-rules.csv",
    says: "your automation rules",
    columns: {
      Account: account,
      Rule: "r.rule_name",
      When: "r.trigger_type",
      Does: "r.action_type",
      If: "r.conditions::text",
      Tag: "(select g.name from tags g where g.id = (r.conditions ->> 'tagId')::uuid)",
      Message: "r.response_template",
      Product: titleOf("r.product_id"),
      ...linkFields,
      Active: "r.is_active",
      Done: "r.execution_count",
      Created: moment("r.created_at"),
    },
    from: "automation_rules r where r.user_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "messages/conversations.csv",
    says: "with whom your accounts talk",
    columns: {
      Conversation: "r.id",
      Account: account,
      Username: "r.participant_username",
      Name: "r.participant_display_name",
      "Last message": moment("r.last_message_at"),
      "Wants no messages since": moment("r.opted_out_at"),
      "Asked for a person": moment("r.needs_you_at"),
      "Open by an ad until": moment("r.ad_open_until"),
      Tags: words(
        "array(select g.name from conversation_tags w join tags g on g.id = w.tag_id where w.conversation_id = r.id order by lower(g.name))",
      ),
      Began: moment("r.created_at"),
    },
    from: "dm_conversations r where r.user_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "messages/messages.csv",
    says: "every message of those conversations",
    columns: {
      Conversation: "r.conversation_id",
      Username: "c.participant_username",
      Date: moment("r.platform_created_at"),
      Message: "r.message_text",
      Kind: "r.message_type",
      "From them": "r.sender_id = c.participant_id",
      "By a rule": "r.is_from_bot",
    },
    from: "dm_messages r join dm_conversations c on c.id = r.conversation_id where c.user_id = $1 order by r.conversation_id, r.platform_created_at, r.id",
  }),
  csv({
    path: "messages/activity.csv",
    says: "comments, follows and messages that came in, and what was made of them",
    columns: {
      Account: account,
      Date: moment("r.occurred_at"),
      Kind: "r.kind",
      Username: "r.person_username",
      Text: "r.text",
      Outcome: "r.outcome",
      Lists: words("r.listed_in"),
      Tags: words(tagNames("r.tagged_with")),
      "You were notified": "r.notified_by is not null",
    },
    from: "social_events r where r.user_id = $1 order by r.id",
  }),
  csv({
    path: "messages/automatic-replies.csv",
    says: "what your rules sent",
    columns: {
      Account: account,
      Date: moment("r.sent_at"),
      Purpose: "r.purpose",
      "To a live comment": "r.is_live",
      Text: "r.text",
      State: "r.state",
      Problem: "r.failure",
      "Platform's error": "concat_ws(': ', r.provider_error->>'code', r.provider_error->>'message')",
    },
    from: "social_sends r join social_accounts s on s.id = r.social_account_id where s.user_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "messages/listed-people.csv",
    says: "people whom your rules put on a list",
    columns: {
      Platform: "r.platform",
      List: "r.list_name",
      Username: "r.person_username",
      Since: moment("r.created_at"),
    },
    from: "listed_people r where r.user_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "messages/reply-links.csv",
    says: "links in your messages and mails, with their clicks",
    columns: {
      Code: "r.code",
      Product: titleOf("r.product_id"),
      "Leads to": "coalesce(r.target, r.destination)",
      Coupon: "r.coupon_code",
      Clicks: "r.clicks",
      "Last click": moment("r.last_clicked_at"),
      Created: moment("r.created_at"),
    },
    from: "reply_links r where r.user_id = $1 order by r.created_at, r.id",
  }),
];
