import type pg from "pg";
import {
  isAlwaysInApp,
  isInAppByDefault,
  type MailChoice,
  notificationKinds,
  type NotificationKind,
} from "#contract/notifications/kinds.ts";
import type { NotificationChoice } from "#contract/notifications/notifications.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";

export type Change = { [Key in "mail" | "inApp" | "push"]?: NotificationChoice[Key] | undefined };

/** By what ways each kind of news reaches the creator: as they chose, else as `defaultOf` says. */
export async function listChoices(pool: pg.Pool, ownerId: string): Promise<NotificationChoice[]> {
  const chosen = new Map((await selectChoices(pool, ownerId)).map((choice) => [choice.kind, choice]));
  return notificationKinds.map((kind) => chosen.get(kind) ?? { kind, ...defaultOf(kind) });
}

const defaultOf = (kind: NotificationKind): { mail: MailChoice; inApp: boolean; push: boolean } =>
  isInAppByDefault(kind)
    ? { mail: "NEVER", inApp: true, push: false }
    : { mail: "EACH", inApp: true, push: true };

/** Changes what is named. Throws 422 for a daily mail of what is no sale, and where news would be missed that cost money. */
export async function saveChoice(
  pool: pg.Pool,
  ownerId: string,
  kind: NotificationKind,
  { mail, inApp, push }: Change,
  now: Date,
): Promise<NotificationChoice> {
  if (mail === "DAILY" && kind !== "SALE") throw Invalid({ mail: "Only sales can be told once a day" });
  if (inApp === false && isAlwaysInApp(kind)) throw Invalid({ inApp: "This is always shown in the app" });
  const usual = defaultOf(kind);
  const [saved] = await upsertChoice(
    pool,
    ownerId,
    kind,
    mail ?? null,
    inApp ?? null,
    push ?? null,
    now,
    usual.mail,
    usual.push,
  );
  if (!saved) throw new Error("a choice was not saved");
  return saved;
}

const columns = `kind, mail, in_app as "inApp", push`;

const selectChoices = statement("notifications_select_choices")<NotificationChoice, [ownerId: string]>(
  `select ${columns} from notification_choices where owner_id = $1`,
);

/** A daily mail begins with the day on which it is chosen. */
const upsertChoice = statement("notifications_save_choice")<
  NotificationChoice,
  [
    ownerId: string,
    kind: string,
    mail: MailChoice | null,
    inApp: boolean | null,
    push: boolean | null,
    now: Date,
    usualMail: MailChoice,
    usualPush: boolean,
  ]
>(`
  insert into notification_choices as c (owner_id, kind, mail, in_app, push, told_until)
  select $1, $2, coalesce($3, $7), coalesce($4::boolean, true), coalesce($5::boolean, $8::boolean), today.yesterday
    from (select ($6::timestamptz at time zone coalesce(u.time_zone, 'UTC'))::date - 1 as yesterday from users u where u.id = $1) today
  on conflict (owner_id, kind) do update
     set mail = coalesce($3, c.mail), in_app = coalesce($4, c.in_app), push = coalesce($5, c.push),
         told_until = case when $3 = 'DAILY' and c.mail <> 'DAILY' then excluded.told_until else c.told_until end
  returning ${columns}`);
