import { sql } from "drizzle-orm";
import { mostBio } from "#contract/accounts/accounts.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { documentText } from "#contract/document/document-text.ts";
import { users } from "#server/database/schema/accounts.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { Invalid } from "#server/errors.ts";

type StoredBio = { bio: string | null; bioDocument: RichDocument | null };
type Given = { bio?: string | undefined; bioDocument?: RichDocument | undefined };

/**
 * The columns of a bio, the only place that makes both: the text is always what the document says. A text that says
 * something else than what stands there takes the place of its document. Throws 422 for one that is too long, and for a
 * call that holds both.
 */
export function bioColumns({ bio, bioDocument }: Given) {
  if (bioDocument === undefined) {
    if (bio === undefined) return {};
    const text = bio || null;
    const isSame = sql`${users.bio} is not distinct from ${text}::text`;
    return { bio: text, bioDocument: sql`case when ${isSame} then ${users.bioDocument} end` };
  }
  const text = documentText(bioDocument);
  if (bio !== undefined && bio !== "" && bio !== text)
    throw Invalid({ bioDocument: "Send the bio as a text or as a document" });
  if (text.length > mostBio)
    throw Invalid({ bio: `Use at most ${mostBio.toLocaleString("en-US")} characters` });
  return { bio: text || null, bioDocument: text === "" ? null : bioDocument };
}

/** The bio with its looks, also where it was written as plain text. */
export const bioDocumentOf = ({ bio, bioDocument }: StoredBio): RichDocument =>
  bioDocument ?? documentOfText(bio ?? "");

/** The bio as safe HTML; empty where there is none. */
export const bioHtml = (stored: StoredBio): string =>
  stored.bio === null ? "" : documentHtml(bioDocumentOf(stored), 4);
