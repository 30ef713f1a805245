import { Megaphone } from "lucide-react";
import { documentText } from "#contract/document/document-text.ts";
import { EditNotes } from "#web/layout/edit-notes.tsx";
import { SessionNotices } from "#web/layout/self-saving/session-notices.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { PostSession, PostState } from "./post-session.ts";
import { isDraft, type PostField, type PostValues } from "./post-values.ts";

type Props = {
  state: PostState;
  theirs: PostValues;
  session: PostSession;
  /** It was a draft when it was opened. */
  wasDraft: boolean;
  /** What was typed before a reload is back. */
  isRestored: boolean;
  onStartOver: () => void;
};

/** What its creator has to know or to decide before what they wrote of a post is saved. */
export function PostNotices({ state, theirs, session, wasDraft, isRestored, onStartOver }: Props) {
  const { status, fields, item, isMerged } = state;
  const isPublished = !isDraft(item);
  return (
    <div className="mb-5 grid gap-3 empty:hidden">
      <SessionNotices
        status={status}
        session={session}
        subject="post"
        text={documentText(fields.content)}
        describe={(field) => ({
          label: fieldLabels[field],
          mine: describe(field, fields),
          theirs: describe(field, theirs),
        })}
      />
      {isPublished && wasDraft && (
        <div role="alert">
          <Notice tone="warning" icon={Megaphone} title="This post was published in another tab">
            <p>
              Members read it now, so it no longer saves itself. What you change here waits for you to save
              it.
            </p>
          </Notice>
        </div>
      )}
      {isPublished && status.step === "unsaved" && (
        <EditNotes
          edits={{
            isRestored,
            merged: isMerged && !wasDraft ? { both: [] } : undefined,
            startOver: onStartOver,
            takeTheirs: () => {},
          }}
        />
      )}
    </div>
  );
}

const fieldLabels: Record<PostField, string> = {
  title: "Title",
  content: "Text",
  productId: "Who can read it",
  image: "Image",
  attachment: "Attachment",
  visibility: "Visibility",
  publishAt: "Publish at",
};

function describe(field: PostField, values: PostValues): string {
  switch (field) {
    case "content":
      return documentText(values.content) || "Empty";
    case "productId":
      return values.productId === "" ? "Members of every membership of yours" : "Members of one membership";
    case "image":
      return values.image ? "A picture" : "None";
    case "attachment":
      return values.attachment?.originalName ?? "None";
    case "visibility":
      return { DRAFT: "Draft", PUBLISHED: "Published", SCHEDULED: "At a set time" }[values.visibility];
    default:
      return values[field] || "Empty";
  }
}
