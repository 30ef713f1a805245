import type pg from "pg";
import { kindsOfRole, type NotificationKind } from "#contract/notifications/kinds.ts";
import type { NotificationChoice } from "#contract/notifications/notifications.ts";
import type { TeamRole } from "#contract/team/roles.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import type { Change } from "./choices.ts";

export type TeamHearer = { creatorId: string; personId: string; role: TeamRole };

/** By what ways each kind of news that concerns their role reaches somebody on a team: in the app, and by mail where they asked for it. */
export async function listTeamChoices(
  pool: pg.Pool,
  { creatorId, personId, role }: TeamHearer,
): Promise<NotificationChoice[]> {
  const mailed = (await selectMailed(pool, creatorId, personId)).map(({ kind }) => kind);
  return kindsOfRole[role].map((kind) => shown(kind, mailed.includes(kind)));
}

/** Changes whether a kind is mailed. Throws 422 for a kind that is not of their role, and for what a team's members do not choose. */
export async function saveTeamChoice(
  pool: pg.Pool,
  hearer: TeamHearer,
  kind: NotificationKind,
  { mail, inApp, push }: Change,
): Promise<NotificationChoice> {
  const { creatorId, personId, role } = hearer;
  if (!kindsOfRole[role].includes(kind)) throw Invalid({ kind: "You are not told of this in your role" });
  if (mail === "DAILY") throw Invalid({ mail: "Only the store's owner is told once a day" });
  if (inApp === false) throw Invalid({ inApp: "This is always shown in the app" });
  if (push === true) throw Invalid({ push: "Browsers show the news of your own store alone" });
  if (mail !== undefined) await (mail === "EACH" ? ask : end)(pool, creatorId, personId, kind);
  const saved = (await listTeamChoices(pool, hearer)).find((choice) => choice.kind === kind);
  if (!saved) throw new Error("a choice was not saved");
  return saved;
}

const shown = (kind: NotificationKind, isMailed: boolean): NotificationChoice => ({
  kind,
  mail: isMailed ? "EACH" : "NEVER",
  inApp: true,
  push: false,
});

const selectMailed = statement("notifications_select_team_choices")<
  { kind: NotificationKind },
  [ownerId: string, personId: string]
>("select kind from team_mail_choices where owner_id = $1 and user_id = $2");

/** Nothing for who is being removed at this moment. */
const ask = statement("notifications_ask_for_team_mails")<
  never,
  [ownerId: string, personId: string, kind: string]
>(`
  insert into team_mail_choices (owner_id, user_id, kind)
  select m.owner_id, m.user_id, $3 from team_members m where m.owner_id = $1 and m.user_id = $2 for key share
  on conflict do nothing`);

const end = statement("notifications_end_team_mails")<
  never,
  [ownerId: string, personId: string, kind: string]
>("delete from team_mail_choices where owner_id = $1 and user_id = $2 and kind = $3");
