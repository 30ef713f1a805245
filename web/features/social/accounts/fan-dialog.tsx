import { Send } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import type { Platform } from "#contract/social/social-accounts.ts";
import { ApiError, errorMessage } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { Account } from "#web/features/social/social-queries.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type FanInput, type FanKind, fanKindName, fanKindsOf } from "./fan-kinds.ts";
import { FanResults } from "./fan-results.tsx";
import { useFanMessages } from "./use-fan-messages.ts";

type FanDialogProps = { account: Account; open: boolean; onOpenChange: (open: boolean) => void };

/** Writes to a demo account as a fan would, and shows what came of it. */
export function FanDialog({ account, open, onOpenChange }: FanDialogProps) {
  const { messages, send } = useFanMessages(account.id, open);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send as a fan"
      description={`What you write goes to @${account.username} as if it came from the platform.`}
      fullHeight
    >
      <div className="grid gap-6">
        <FanForm platform={account.platform} send={send} />
        <FanResults messages={messages} />
      </div>
    </Dialog>
  );
}

type FanFormProps = { platform: Platform; send: (input: FanInput) => Promise<void> };

/** What the fan does, and who they are. */
function FanForm({ platform, send }: FanFormProps) {
  const [values, setValues] = useState<FanInput>({
    kind: "DM",
    username: "demo_fan",
    text: "",
    postId: "",
    isLive: false,
  });
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [sending, setSending] = useState(false);
  const change = (change: Partial<FanInput>) => setValues((before) => ({ ...before, ...change }));
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSending(true);
    setErrors({});
    try {
      await send({
        ...values,
        text: values.kind === "FOLLOW" ? "" : values.text,
        postId: values.kind === "COMMENT" ? values.postId : "",
        isLive: values.kind === "COMMENT" && values.isLive,
      });
      change({ text: "" });
    } catch (error) {
      const fields = error instanceof ApiError && error.status !== 401 ? error.body.fields : undefined;
      if (fields) setErrors(fields);
      else reportFailure(error, errorMessage(error, "Failed to send the message"));
    } finally {
      setSending(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Kind" error={errors["kind"]}>
          <NativeSelect
            value={values.kind}
            onChange={(event) => change({ kind: event.currentTarget.value as FanKind })}
          >
            {fanKindsOf(platform).map((kind) => (
              <option key={kind} value={kind}>
                {fanKindName[kind]}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Fan's username" required error={errors["username"]}>
          <Input
            prefix="@"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={30}
            value={values.username}
            onChange={(event) => change({ username: event.currentTarget.value })}
          />
        </Field>
        {values.kind === "COMMENT" && (
          <Field
            label="Post"
            aside="Optional"
            hint="Any name or id: replies can be for one post."
            error={errors["postId"]}
            className="sm:col-span-2"
          >
            <Input
              autoComplete="off"
              maxLength={100}
              placeholder="summer-guide"
              value={values.postId}
              onChange={(event) => change({ postId: event.currentTarget.value })}
            />
          </Field>
        )}
        {values.kind === "COMMENT" && (
          <label className="flex items-center gap-2 py-1 text-sm sm:col-span-2 pointer-coarse:py-2.5">
            <Checkbox
              checked={values.isLive}
              onChange={(event) => change({ isLive: event.currentTarget.checked })}
            />
            Under a live video
          </label>
        )}
      </div>
      {values.kind !== "FOLLOW" && (
        <Field label="Text" required={values.kind !== "MENTION"} error={errors["text"]}>
          <Textarea
            rows={2}
            className="min-h-16"
            maxLength={1_000}
            placeholder="guide please 🙏"
            value={values.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        </Field>
      )}
      <Button type="submit" loading={sending} className="justify-self-end max-sm:w-full">
        {!sending && <Send aria-hidden="true" />} Send
      </Button>
    </form>
  );
}
