import { Eye, Send, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { documentText } from "#contract/document/document-text.ts";
import { isBlank } from "#contract/document/is-blank.ts";
import { deleteMailing, listMailings } from "#contract/mailings/mailings.ts";
import { callApi } from "#web/api.ts";
import { MailEditor } from "#web/editor/mail-editor.tsx";
import { LeaveGuard } from "#web/layout/self-saving/leave-guard.tsx";
import { SaveStatus } from "#web/layout/self-saving/save-status.tsx";
import { SessionNotices } from "#web/layout/self-saving/session-notices.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { useUndo } from "#web/layout/use-undo.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { AboutFields } from "./about-fields.tsx";
import { AudienceBuilder } from "./audience-builder.tsx";
import { AudienceCount } from "./audience-count.tsx";
import { MailingPreview } from "./mailing-preview.tsx";
import { conditionWords } from "./mailing-words.ts";
import { MailingProblems } from "./mailing-problems.tsx";
import { SendDialog } from "./send-dialog.tsx";
import {
  type DraftField,
  type DraftFields,
  fieldsOfMailing,
  type MyMailing,
  useMailingDraft,
} from "./use-mailing-draft.ts";

const shownIn = [listMailings];

type ComposerProps = { mailing: MyMailing; postalAddress: ReactNode; onDeleted: () => void };

const isBlankDraft = ({ subject, content, audience, productId, couponId }: DraftFields) =>
  subject.trim() === "" &&
  isBlank(content) &&
  audience.conditions.length === 0 &&
  productId === null &&
  couponId === null;

/** A draft as it is written: to whom, what, and how it looks; it saves itself. */
export function Composer({ mailing, postalAddress, onDeleted }: ComposerProps) {
  const { id } = mailing;
  const { session, state } = useMailingDraft(mailing);
  const { fields, errors, status, item } = state;
  const { change } = session;
  const [shown, setShown] = useState<"preview" | "send">();
  const refresh = useRefresh(shownIn);
  const undo = useUndo(refresh);
  const remove = useChange({
    change: async () => {
      // What is still on its way would find no draft any more.
      await session.flush();
      return callApi(deleteMailing, { params: { id } });
    },
    refresh,
    done: ({ deletionId }) => {
      session.drop();
      onDeleted();
      return { text: "The draft was deleted", undo: () => undo(deletionId) };
    },
    failed: () => "The draft could not be deleted",
  });
  const open = async (what: "preview" | "send") => {
    await session.flush();
    if (!session.hasUnsaved()) setShown(what);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LeaveGuard session={session} isUploading={false} onDiscard={session.drop} />
      <SessionNotices
        status={status}
        session={session}
        subject="draft"
        text={`${fields.subject}\n\n${documentText(fields.content)}`}
        describe={(field) => ({
          label: fieldLabels[field],
          mine: describe(field, fields),
          theirs: describe(field, fieldsOfMailing(item)),
        })}
      />
      {postalAddress}
      <Card>
        <CardHeader
          title="To whom"
          description="Your customers, and who confirmed that they want your mails."
        />
        <CardBody>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <AudienceBuilder audience={fields.audience} onChange={(audience) => change({ audience })} />
            <AudienceCount id={id} isSaved={status.step === "saved"} />
          </div>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="What you write" />
        <CardBody>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Field
              label="Subject"
              required
              hint="{first_name}, {product} and {store} are filled in."
              error={errors.subject}
            >
              <Input
                maxLength={120}
                autoComplete="off"
                value={fields.subject}
                onChange={({ target }) => change({ subject: target.value })}
              />
            </Field>
            <Field
              label="Text"
              required
              hint="Type / to insert a product, a button and more."
              error={errors.content}
            >
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
      {/* A blank draft needs no list of what is missing. The send dialog names it in any case. */}
      {!isBlankDraft(fields) && <MailingProblems id={id} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SaveStatus status={status} subject="draft" />
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

const fieldLabels: Record<DraftField, string> = {
  subject: "Subject",
  content: "Text",
  audience: "To whom",
  productId: "About",
  couponId: "Coupon",
};

function describe(
  field: DraftField,
  { subject, content, audience, productId, couponId }: DraftFields,
): string {
  switch (field) {
    case "subject":
      return subject || "Empty";
    case "content":
      return documentText(content) || "Empty";
    case "audience":
      return (
        audience.conditions
          .flatMap((part) => (part.type === "group" ? part.conditions : [part]))
          .map(({ type, is }) => `${conditionWords[type]}${is ? "" : ": no"}`)
          .join(", ") || "Everybody"
      );
    case "productId":
      return productId === null ? "Your store" : "One of your products";
    default:
      return couponId === null ? "None" : "One of your coupons";
  }
}
