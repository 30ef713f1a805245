import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { LeaveGuard } from "#web/layout/self-saving/leave-guard.tsx";
import { SaveStatus } from "#web/layout/self-saving/save-status.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { PostFields, type MembershipChoice } from "./post-fields.tsx";
import { PostNotices } from "./post-notices.tsx";
import type { PostState } from "./post-session.ts";
import { isDraft, isOnServer, type MyPost, type PostField, problemsOf } from "./post-values.ts";
import type { PostUploads } from "./post-uploads.ts";
import { usePostRefresh } from "./use-post-changes.ts";
import { usePostSession } from "./use-post-session.ts";

type PostDialogProps = {
  open: boolean;
  /** What the address names: a post, "new", or none (any more). */
  address: string | undefined;
  /** The post to edit; undefined for a new one. */
  post: MyPost | undefined;
  /** The membership whose posts are listed. */
  productId: string;
  memberships: readonly MembershipChoice[];
  uploads: PostUploads;
  /** A new one is on the server now. */
  onBegun: (id: string) => void;
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
};

/** Writes a post or changes one. A draft saves itself; what members see is changed by the button. */
export function PostDialog({
  open,
  address,
  post,
  productId,
  memberships,
  uploads,
  onBegun,
  onClose,
}: PostDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const refresh = usePostRefresh();
  const { session, leaving, submit, valuesOf, isRestored } = usePostSession({
    address,
    opened: post,
    productId,
    onBegun: (id) => {
      onBegun(id);
      void refresh();
    },
  });
  const state = useSyncExternalStore(session.subscribe, session.current);
  const { item, fields, status } = state;
  const [wasDraft, setWasDraft] = useState(isDraft(item));
  const [problems, setProblems] = useState<Partial<Record<PostField, string>>>({});
  const [isSending, setSending] = useState(false);
  const [uploading, setUploading] = useState({ image: false, file: false, text: false });
  const follow = useCallback(
    (upload: "image" | "file" | "text", busy: boolean) =>
      setUploading((before) => ({ ...before, [upload]: busy })),
    [],
  );
  const isUploading = uploading.image || uploading.file || uploading.text;
  useEffect(() => {
    // The list shows what was written as its dialog closes.
    if (!open) void refresh();
  }, [open, refresh]);
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  async function send() {
    const found = problemsOf(fields);
    setProblems(found);
    if (isSending || isUploading || Object.keys(found).length > 0) return;
    setSending(true);
    const isTaken = await submit();
    setSending(false);
    const now = session.current();
    if (!isTaken) return tellRefusal(now);
    setWasDraft(false);
    await refresh();
    toast({
      title: "Success",
      description: `Post ${isDraft(item) ? publishedWord(now) : "updated"} successfully`,
    });
    // What was typed after the press is still here.
    if (!session.hasUnsaved()) onClose({ saved: true });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose({ saved: false })}
      title={post ? "Edit Post" : "Write a Post"}
      description={
        isDraft(item)
          ? "A draft: only you see it until you publish it."
          : "Members see what you change once you save it."
      }
      size="lg"
      fullHeight
      footer={
        <>
          <div className="flex min-w-0 grow items-center max-sm:basis-full">
            {isDraft(item) && !isOnServer(item) && status.step === "saved" ? (
              <p className="text-sm text-muted-foreground">Saves itself while you write</p>
            ) : (
              (isDraft(item) || status.step !== "saved") && <SaveStatus status={status} subject="post" />
            )}
          </div>
          <Button variant="outline" onClick={() => onClose({ saved: false })} className="max-sm:grow">
            {isDraft(item) ? "Close" : "Cancel"}
          </Button>
          <Button
            type="submit"
            form={formId}
            loading={isSending}
            disabled={isUploading}
            className="max-sm:grow"
          >
            {isUploading ? "Uploading…" : buttonLabel(state)}
          </Button>
        </>
      }
    >
      <PostNotices
        state={state}
        theirs={valuesOf(item)}
        session={session}
        wasDraft={wasDraft && !isSending}
        isRestored={isRestored}
        onStartOver={() => {
          session.drop();
          if (post) session.sync(post);
        }}
      />
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <PostFields
          post={item}
          values={fields}
          errors={{ ...state.errors, ...problems }}
          memberships={memberships}
          uploads={uploads}
          onUploading={follow}
          onChange={(changed) => {
            setProblems({});
            session.change(changed);
          }}
        />
      </form>
      {open && <LeaveGuard session={leaving} isUploading={isUploading} onDiscard={session.drop} />}
    </Dialog>
  );
}

const buttonLabel = ({ item, fields }: PostState) =>
  !isDraft(item) ? "Save Changes" : fields.visibility === "SCHEDULED" ? "Schedule" : "Publish";

const publishedWord = ({ fields }: PostState) =>
  fields.visibility === "SCHEDULED" ? "scheduled" : "published";

/** What the fields and notices do not say of themselves. */
function tellRefusal({ status, item, isMerged }: PostState) {
  const undone = isDraft(item) ? "Not published" : "Not saved";
  const reason =
    status.step === "offline"
      ? "the server could not be reached. Nothing is lost: try again once you are connected."
      : isMerged
        ? "it was changed in another tab meanwhile. Look over what is here now, then try again."
        : undefined;
  if (reason) toast({ title: "Error", description: `${undone}: ${reason}`, variant: "destructive" });
}
