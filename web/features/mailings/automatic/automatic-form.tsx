import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { automaticKinds, mostDays } from "#contract/mailings/automatic-kinds.ts";
import {
  checkAutomaticMail,
  deleteAutomaticMail,
  getAutomaticMail,
  listAutomaticMails,
  previewAutomaticMail,
  sendTestAutomaticMail,
  updateAutomaticMail,
} from "#contract/mailings/automatic-mails.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { MailEditor } from "#web/editor/mail-editor.tsx";
import { AboutFields } from "#web/features/mailings/about-fields.tsx";
import { MailPreview } from "#web/features/mailings/mail-preview.tsx";
import { ProblemList } from "#web/features/mailings/mailing-problems.tsx";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { DiscardGuard } from "#web/layout/discard-guard.tsx";
import { EditNotes } from "#web/layout/edit-notes.tsx";
import { refusedField } from "#web/layout/report-failure.ts";
import { showFieldErrors } from "#web/layout/show-field-errors.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { valueOf } from "#web/ui/typed-number.ts";
import { shownIn } from "./automatic-switch.tsx";
import { kindWords, type MyAutomaticMail } from "./automatic-words.ts";

type Values = Pick<MyAutomaticMail, "subject" | "content" | "offerProductId" | "couponId"> & { days: string };

const shown = [...shownIn, checkAutomaticMail];
const listed = [listAutomaticMails];
const fields = ["subject", "content", "days", "offerProductId", "couponId"] as const;

/** The words of an automatic mail. They are saved by a button: what is half typed must not leave. */
export function AutomaticForm({ mail, onDeleted }: { mail: MyAutomaticMail; onDeleted: () => void }) {
  const { id, kind } = mail;
  const { fewestDays, leadsAnywhere } = automaticKinds[kind];
  const [open, setOpen] = useState<"preview" | "delete">();
  const refresh = useRefresh(shown);
  const form = useForm<Values>({ defaultValues: valuesOf(mail) });
  const { edits, item, merge, markSaved } = useEdits({
    form,
    kind: "automatic mail",
    opened: mail,
    valuesOf,
    load: () => callApi(getAutomaticMail, { params: { id } }),
  });
  const { data: problems = [] } = useQuery({
    ...apiQuery(checkAutomaticMail, { params: { id } }),
    placeholderData: keepPreviousData,
  });
  const remove = useChange({
    change: (target: MyAutomaticMail) => callApi(deleteAutomaticMail, { params: { id: target.id } }),
    refresh: useRefresh(listed),
    done: () => {
      edits.clearDraft();
      onDeleted();
      return "The mail was deleted";
    },
    failed: () => "The mail could not be deleted",
  });

  const submit = form.handleSubmit(async ({ days: typed, ...words }) => {
    const days = valueOf(typed, "whole");
    if (days === undefined || days < fewestDays || days > mostDays)
      return form.setError("days", { message: `Enter a number of days from ${fewestDays} to ${mostDays}` });
    try {
      const body = { ...words, days, revision: (item ?? mail).revision };
      markSaved(await callApi(updateAutomaticMail, { params: { id }, body }));
      toast({ title: "Saved", description: "Whoever gets it from now on gets these words" });
      await refresh();
    } catch (error) {
      if (await merge(error)) return;
      const text = refusedField(error) ?? "The mail could not be saved";
      showFieldErrors(form, error, (name) => fields.find((field) => field === name), text);
    }
  });

  const [days, productId, couponId] = useWatch({
    control: form.control,
    name: ["days", "offerProductId", "couponId"],
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form aria-label="The mail" noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DiscardGuard active={edits.isUnsaved} onDiscard={edits.clearDraft} />
      <Card>
        <CardHeader title="What you write" />
        <CardBody>
          <EditNotes edits={edits} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <NumberField
              kind="whole"
              label={kindWords[kind].days}
              hint={`${fewestDays === 0 ? "0 sends it at once. " : ""}Another number is for whoever is not due yet.`}
              required
              className="sm:max-w-xs"
              text={days}
              error={errors.days?.message}
              {...form.register("days")}
            />
            <Field label="Subject" required hint={kindWords[kind].filledIn} error={errors.subject?.message}>
              <Input maxLength={120} autoComplete="off" {...form.register("subject")} />
            </Field>
            <Field
              label="Text"
              required
              hint="Type / to insert a product, a button and more."
              error={errors.content?.message}
            >
              <Controller
                control={form.control}
                name="content"
                render={({ field: { value, onChange, onBlur } }) => (
                  <MailEditor
                    label="Text"
                    value={value}
                    onChange={onChange}
                    onBlur={onBlur}
                    leadsTo={leadsTo[kind]}
                  />
                )}
              />
            </Field>
            {leadsAnywhere && (
              <AboutFields
                value={{ productId, couponId }}
                label="Leads to"
                hint="Where {link} goes. Who has it already gets no mail. Without one it is your store."
                onChange={(change) => {
                  const how = { shouldDirty: true };
                  if (change.productId !== undefined) form.setValue("offerProductId", change.productId, how);
                  if (change.couponId !== undefined) form.setValue("couponId", change.couponId, how);
                }}
              />
            )}
          </div>
        </CardBody>
      </Card>
      <ProblemList problems={problems} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {edits.isUnsaved && (
          <p className="mr-auto text-sm text-muted-foreground">
            Not saved yet. The preview shows what is saved.
          </p>
        )}
        <Button type="button" variant="ghost" onClick={() => setOpen("delete")}>
          <Trash2 aria-hidden="true" /> Delete
        </Button>
        <Button type="button" variant="outline" disabled={edits.isUnsaved} onClick={() => setOpen("preview")}>
          <Eye aria-hidden="true" /> Preview
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Save
        </Button>
      </div>
      {open === "preview" && (
        <MailPreview
          url={previewAutomaticMail.url.replace(":id", id)}
          sendTest={() => callApi(sendTestAutomaticMail, { params: { id } })}
          onClose={() => setOpen(undefined)}
        />
      )}
      <DeleteDialog
        deleteTarget={open === "delete" ? mail : undefined}
        words={() => ({
          title: "Delete this mail?",
          description: "Who waits for it gets nothing. What it has sent stays sent.",
        })}
        pending={remove.isPending}
        onDelete={(target) => remove.mutate(target)}
        onClose={() => setOpen(undefined)}
      />
    </form>
  );
}

/** What a button of the text leads to. */
const leadsTo: Record<MyAutomaticMail["kind"], string> = {
  WELCOME: "what it leads to",
  AFTER_PURCHASE: "what it leads to",
  NEW_POST: "the post",
  COURSE_REMINDER: "their course",
};

const valuesOf = ({ subject, content, days, offerProductId, couponId }: MyAutomaticMail): Values => ({
  subject,
  content,
  days: String(days),
  offerProductId,
  couponId,
});
