import { useBlocker } from "@tanstack/react-router";
import { Eye, Send, TriangleAlert, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { deleteMailing, listMailings } from "#contract/mailings/mailings.ts";
import { callApi } from "#web/api.ts";
import { MailEditor } from "#web/editor/mail-editor.tsx";
import { DiscardGuard } from "#web/layout/discard-guard.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { useUndo } from "#web/layout/use-undo.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AboutFields } from "./about-fields.tsx";
import { AudienceBuilder } from "./audience-builder.tsx";
import { AudienceCount } from "./audience-count.tsx";
import { MailingPreview } from "./mailing-preview.tsx";
import { MailingProblems } from "./mailing-problems.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { type MyMailing, type SaveState, useMailingDraft } from "./use-mailing-draft.ts";

const shownIn = [listMailings];

type ComposerProps = { mailing: MyMailing; postalAddress: ReactNode; onDeleted: () => void };

/** A draft as it is written: to whom, what, and how it looks; it saves itself. */
export function Composer({ mailing, postalAddress, onDeleted }: ComposerProps) {
  const { id } = mailing;
  const { fields, change, save, flush, keepMine } = useMailingDraft(mailing);
  const [shown, setShown] = useState<"preview" | "send">();
  const refresh = useRefresh(shownIn);
  const undo = useUndo(refresh);
  const remove = useChange({
    change: async () => {
      // What is still on its way would find no draft any more.
      await flush();
      return callApi(deleteMailing, { params: { id } });
    },
    refresh,
    done: ({ deletionId }) => {
      onDeleted();
      return { text: "The draft was deleted", undo: () => undo(deletionId) };
    },
    failed: () => "The draft could not be deleted",
  });
  // What is on its way arrives when another page is opened; a tab that is closed would lose it.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => save.is === "saving" });
  const open = async (what: "preview" | "send") => {
    if ((await flush()) !== undefined) setShown(what);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DiscardGuard active={save.is === "failed"} />
      {save.is === "failed" && save.isElsewhere && (
        <Notice
          tone="warning"
          icon={TriangleAlert}
          title="This draft was changed elsewhere"
          actions={
            <>
              <Button size="sm" onClick={() => void keepMine()}>
                Save mine instead
              </Button>
              <Button size="sm" variant="outline" onClick={() => window.location.reload()}>
                Show what is saved
              </Button>
            </>
          }
        >
          Another tab or somebody else wrote in it since you opened it. What you type here is not saved until
          you choose.
        </Notice>
      )}
      {postalAddress}
      <Card>
        <CardHeader
          title="To whom"
          description="Your customers, and who confirmed that they want your mails."
        />
        <CardBody>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <AudienceBuilder audience={fields.audience} onChange={(audience) => change({ audience })} />
            <AudienceCount id={id} isSaved={save.is === "saved"} />
          </div>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="What you write" />
        <CardBody>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Field label="Subject" required hint="{first_name}, {product} and {store} are filled in.">
              <Input
                maxLength={120}
                autoComplete="off"
                value={fields.subject}
                onChange={({ target }) => change({ subject: target.value })}
              />
            </Field>
            <Field label="Text" required hint="Type / to insert a product, a button and more.">
              <MailEditor
                label="Text"
                value={fields.content}
                onChange={(content) => change({ content })}
                leadsTo={fields.productId ? "its product" : "your store"}
              />
            </Field>
            <AboutFields
              value={fields}
              label="About"
              hint="What {product} and its link are. Without one the link is your store."
              onChange={change}
            />
          </div>
        </CardBody>
      </Card>
      <MailingProblems id={id} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SaveLine save={save} onRetry={() => void flush()} />
        <div className="flex flex-wrap gap-2">
          <Button variant="ghost" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            <Trash2 aria-hidden="true" /> Delete
          </Button>
          <Button variant="outline" onClick={() => void open("preview")}>
            <Eye aria-hidden="true" /> Preview
          </Button>
          <Button onClick={() => void open("send")}>
            <Send aria-hidden="true" /> Send…
          </Button>
        </div>
      </div>
      {shown === "preview" && <MailingPreview id={id} onClose={() => setShown(undefined)} />}
      {shown === "send" && <SendDialog mailing={mailing} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function SaveLine({ save, onRetry }: { save: SaveState; onRetry: () => void }) {
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {save.is === "failed" ? save.message : save.is === "saved" ? "Saved" : "Saving…"}{" "}
      {save.is === "failed" && !save.isElsewhere && (
        <Button size="sm" variant="outline" onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}
