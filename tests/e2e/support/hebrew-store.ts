import pg from "pg";
import { runDatabase } from "#tests/e2e/operation/store.ts";
import { copySeededStore } from "./seeded-store.ts";

/** Columns that hold what people typed, in whatever table they are; `tables` without columns of this kind are left out. */
const typedColumns = [
  "answer",
  "author_name",
  "benefits",
  "bio",
  "bio_document",
  "body",
  "button_title",
  "buy_button_text",
  "content",
  "content_document",
  "course_title",
  "creator_name",
  "customer_name",
  "delivery_note",
  "description",
  "description_document",
  "digital_file_name",
  "digital_file_original_name",
  "display_name",
  "download_button_text",
  "draft",
  "event_place",
  "first_name",
  "last_name",
  "list_name",
  "message",
  "message_text",
  "name",
  "original_name",
  "participant_display_name",
  "place",
  "postal_address",
  "promise",
  "published",
  "questions",
  "answers",
  "quiz",
  "refund_terms",
  "response_template",
  "response_text",
  "rule_name",
  "shipping_address",
  "steps",
  "subject",
  "tagline",
  "text",
  "thanks_note",
  "title",
  "assignment",
];

/** Tables whose columns of such names hold no words of people, or a copy for the sandbox. */
const leftOut =
  /^(sandbox_|mailbox|mail_|outbox|job|visit|operator|schema_|team_|webhook|referr|traffic|sources?)/;

/** Keys of JSON documents under which people's words stand; others hold ids, addresses and kinds. */
const typedKeys = new Set(
  "alt answer authorName caption city dmText explanation label line1 name question subject text title".split(
    " ",
  ),
);

const alphabet = new Map(
  Array.from("abcdefghijklmnopqrstuvwxyz", (letter, at) => [letter, String.fromCodePoint(0x05d0 + at)]),
);

/** The same text in Hebrew letters, sign for sign. Placeholders, web addresses, emails and the endings of file names stay. */
export const inHebrew = (text: string): string =>
  text.replaceAll(/\{[^}]*\}|\S+@\S+|https?:\/\/\S+|\.[a-z0-9]{2,4}$|[a-z]/giu, (piece) =>
    piece.length > 1 ? piece : (alphabet.get(piece.toLowerCase()) ?? piece),
  );

/** The same value with its words in Hebrew letters. */
function wordsInHebrew(value: unknown, key = "text"): unknown {
  if (typeof value === "string") return typedKeys.has(key) ? inHebrew(value) : value;
  if (Array.isArray(value)) return value.map((each) => wordsInHebrew(each, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wordsInHebrew(each, name)]));
}

/** Fills an empty data folder with the demo store as a creator and buyers would have it who write in Hebrew only. */
export async function copyHebrewStore(dataDir: string): Promise<void> {
  await copySeededStore(dataDir);
  const database = await runDatabase(dataDir);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Triggers would read a change of words as a step of an order or of a lesson.
  await client.query("set session_replication_role = replica");
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
    `select c.table_name as "table", c.column_name as "column", c.udt_name as type
       from information_schema.columns c
       join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.column_name = any ($1) and c.udt_name in ('text', '_text', 'jsonb') and c.is_generated = 'NEVER'`,
    [typedColumns],
  );
  for (const { table, column, type } of columns) {
    if (leftOut.test(table)) continue;
    const { rows } = await client.query<{ value: unknown }>(
      `select distinct to_jsonb(${column}) as value from ${table} where ${column} is not null`,
    );
    for (const { value } of rows) {
      const written = wordsInHebrew(value);
      if (JSON.stringify(written) === JSON.stringify(value)) continue;
      const bound = (given: unknown) => (type === "jsonb" ? JSON.stringify(given) : given);
      await client.query(`update ${table} set ${column} = $2 where ${column} = $1`, [
        bound(value),
        bound(written),
      ]);
    }
  }
  await client.end();
  await database.stop();
}
