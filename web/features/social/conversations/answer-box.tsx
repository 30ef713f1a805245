import type { UseMutationResult } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import type { sendDmMessage } from "#contract/social/conversations.ts";
import type { Input } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { timeUntil } from "#web/ui/dates.ts";
import type { Conversation, Message } from "./conversation-queries.ts";
import { personName } from "./conversation-row.tsx";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

type AnswerBoxProps = {
  conversation: Conversation;
  send: UseMutationResult<Message, Error, Input<typeof sendDmMessage>["body"]>;
};

/** Where the creator answers by hand: Enter sends, Shift and Enter break the line. */
export function AnswerBox({ conversation, send }: AnswerBoxProps) {
  const { refusal } = conversation;
  const zone = useZone();
  const [text, setText] = useState("");
  // Pressing again after an answer that was lost is the same message; another text is another one.
  const attempt = useRef<{ text: string; key: string }>(undefined);
  const hintId = useId();
  const typed = text.trim();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!typed || refusal || send.isPending) return;
    if (attempt.current?.text !== typed) attempt.current = { text: typed, key: crypto.randomUUID() };
    send.mutate(
      { idempotencyKey: attempt.current.key, text: typed },
      {
        onSuccess: () => {
          attempt.current = undefined;
          setText((now) => (now.trim() === typed ? "" : now));
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-2 border-t border-border p-4">
      <div className="flex items-end gap-2">
        <Textarea
          rows={1}
          aria-label={`Answer ${personName(conversation)}`}
          aria-describedby={hintId}
          placeholder="Write an answer"
          maxLength={1_000}
          value={text}
          disabled={refusal !== null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
          className="max-h-40 min-h-11! grow resize-none"
        />
        <Button
          type="submit"
          variant="brand"
          disabled={!typed || refusal !== null}
          loading={send.isPending}
          className="h-11"
        >
          {!send.isPending && <Send aria-hidden="true" />} Send
        </Button>
      </div>
      <p id={hintId} className="text-xs text-muted-foreground">
        {refusal ? refusalText(conversation, zone) : hintOf(conversation, zone)}
      </p>
    </form>
  );
}

/** The server's words, with moments as they are where the creator is. */
function refusalText({ refusal, windowClosesAt }: Conversation, zone: string) {
  if (refusal?.code === "WINDOW_CLOSED" && windowClosesAt)
    return `Outside the 24-hour window: you could answer until ${momentText(windowClosesAt, zone)}. You can write when they write again.`;
  return refusal?.message;
}

const hintOf = ({ windowClosesAt, isActive }: Conversation, zone: string) =>
  [
    windowClosesAt &&
      `You can answer until ${momentText(windowClosesAt, zone)} (${timeUntil(windowClosesAt)}).`,
    isActive && "Automation rests for 24 hours after your answer.",
  ]
    .filter(Boolean)
    .join(" ");
