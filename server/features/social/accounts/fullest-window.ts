import type { SocialAccount } from "#contract/social/social-accounts.ts";
import { statement } from "#server/database/statement.ts";
import type { RateWindow } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import type { AccountRow } from "./list-accounts.ts";

type Quota = NonNullable<SocialAccount["quota"]>;

/**
 * For each account the window of its platform that is used up most; the longest of those that are equally full. Every
 * send that was tried counts, from when it was claimed. Platforms that name no limits are left out.
 */
export async function fullestWindows(
  { pool, clock, platforms }: Pick<Services, "pool" | "clock" | "platforms">,
  rows: readonly AccountRow[],
): Promise<Map<string, Quota>> {
  const now = clock.now();
  const asked = rows.flatMap((row) =>
    windowsOf(platforms, row).map((window) => ({ account: row.id, platform: row.platform, ...window })),
  );
  if (asked.length === 0) return new Map();
  const counted = await selectFullest(pool, JSON.stringify(asked), now);
  return new Map(counted.map(({ account, ...quota }) => [account, quota]));
}

const counts = `s.claimed_at > $2::timestamptz - make_interval(secs => w.seconds)
  and (w.purpose is null or (s.purpose = 'REPLY' and s.comment_id is not null))`;

const selectFullest = statement("social_select_fullest_windows")<
  Quota & { account: string },
  [windows: string, now: Date]
>(
  `select distinct on (account) account, used, "limit", seconds as "windowSeconds"
     from (select w.*, case when w.scope = 'ACCOUNT' then
              (select count(*) from social_sends s where s.social_account_id = w.account and ${counts})
            else (select count(*) from social_sends s where s.platform = w.platform and ${counts}) end::int as used
             from jsonb_to_recordset($1::jsonb)
               as w(account uuid, platform text, "limit" int, seconds int, scope text, purpose text)
            where account is not null and "limit" is not null and seconds is not null) windows
    order by account, used::float8 / "limit" desc, seconds desc`,
);

function windowsOf(
  platforms: Services["platforms"],
  { platform, connection }: AccountRow,
): readonly RateWindow[] {
  const found = connection === "DEMO" ? platforms.demo(platform) : platforms.real(platform);
  return found?.rateWindows ?? [];
}
