import { desc, eq } from "drizzle-orm";
import type { ListedPerson } from "#contract/social/automation-rules.ts";
import type { z } from "zod";
import type { CsvColumn } from "#server/http/csv.ts";
import type { Db } from "#server/database/client.ts";
import { listedPeople } from "#server/database/schema/social-lists.ts";

type Person = z.output<typeof ListedPerson>;

const newest = 500;
const pageSize = 1_000;

/** The newest people on the creator's lists. */
export const listListedPeople = (db: Db, creatorId: string): Promise<Person[]> =>
  selectPeople(db, creatorId, newest, 0);

/** All of them, a thousand at a time. */
export async function* allListedPeople(db: Db, creatorId: string): AsyncGenerator<Person> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await selectPeople(db, creatorId, pageSize, offset);
    yield* page;
    if (page.length < pageSize) return;
  }
}

export const listedPeopleColumns: CsvColumn<Person>[] = [
  { header: "List", value: ({ listName }) => listName },
  { header: "Platform", value: ({ platform }) => platform },
  { header: "Username", value: ({ username }) => username },
  { header: "Listed", value: ({ createdAt }) => createdAt },
];

const selectPeople = (db: Db, creatorId: string, limit: number, offset: number): Promise<Person[]> =>
  db
    .select({
      id: listedPeople.id,
      listName: listedPeople.listName,
      platform: listedPeople.platform,
      username: listedPeople.personUsername,
      createdAt: listedPeople.createdAt,
    })
    .from(listedPeople)
    .where(eq(listedPeople.userId, creatorId))
    .orderBy(desc(listedPeople.createdAt), listedPeople.id)
    .limit(limit)
    .offset(offset);
