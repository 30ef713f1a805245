import { isolated } from "#contract/isolated.ts";
import { linkAddress } from "#contract/document/link-address.ts";
import { outcomeReason, outcomeTexts } from "#web/features/social/outcome-texts.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { classNames } from "#web/ui/class-names.ts";
import type { Message } from "./conversation-queries.ts";
import { deliveryText, kindText, messageText } from "./message-texts.ts";
import { momentText, timeText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

/** A message: who and when, what it says, and what came of it. The fan stands at the left, the creator at the right. */
export function MessageBubble({ message, person }: { message: Message; person: string }) {
  const zone = useZone();
  const { text, isFromBot, isOutgoing, isFromOtherApp, kind, button, at } = message;
  const author = isFromOtherApp ? "Another app" : isFromBot ? "Automatic reply" : isOutgoing ? "You" : person;
  return (
    <div
      className={classNames(
        "grid max-w-[min(34rem,88%)] grid-cols-[minmax(0,auto)] gap-1",
        isOutgoing ? "justify-items-end justify-self-end" : "justify-self-start",
      )}
    >
      <p className="text-xs text-muted-foreground">
        <span dir="auto" className="font-medium">
          {author}
        </span>
        {!isOutgoing && kind && kind !== "MESSAGE" && `, ${kindText[kind].toLowerCase()}`},{" "}
        <time dateTime={at} title={momentText(at, zone)}>
          {timeText(at, zone)}
        </time>
      </p>
      <div
        className={classNames(
          "grid w-fit max-w-full gap-2 rounded-2xl px-3.5 py-2 text-sm",
          isFromBot
            ? "rounded-tr-md bg-brand-soft text-foreground"
            : isOutgoing
              ? "rounded-tr-md bg-primary text-primary-foreground"
              : "rounded-tl-md bg-muted text-foreground",
        )}
      >
        <p dir="auto" className={classNames("wrap-anywhere whitespace-pre-wrap", !text && "italic")}>
          {isFromBot && !isFromOtherApp ? <WithLinks text={messageText(message)} /> : messageText(message)}
        </p>
        {button && (
          <a
            href={button.url}
            target="_blank"
            rel="noreferrer"
            className={buttonStyle("outline", "sm", "mb-1 max-w-full")}
          >
            <span dir="auto" className="truncate">
              {button.title}
            </span>
          </a>
        )}
      </div>
      <Result message={message} />
    </div>
  );
}

/** Our own links can be tried; those that strangers write stay text. */
const WithLinks = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- a text's parts never move
      <a
        key={index}
        href={linkAddress(part)}
        target="_blank"
        rel="noreferrer"
        className="underline underline-offset-4"
      >
        {part}
      </a>
    ) : (
      part
    ),
  );

/** Under an inbound message its outcome and reason, under one of ours its delivery. */
function Result({ message }: { message: Message }) {
  const zone = useZone();
  const { isOutgoing, outcome, kind, keyword, ruleName, publicReply } = message;
  if (isOutgoing) return <Delivery {...message} />;
  // Older than the inbox, or not an event of its own.
  if (!outcome && !kind) return null;
  const by = keyword ? ` (keyword ${isolated(keyword)})` : ruleName ? ` (rule ${isolated(ruleName)})` : "";
  return (
    <>
      <p className={classNames(resultStyle, tones[outcome ? outcomeTexts[outcome].tone : "neutral"])}>
        {outcomeReason(message, zone)}
        {by}
      </p>
      {publicReply && (
        <div className="grid gap-0.5">
          <p className={classNames(resultStyle, "text-muted-foreground")}>
            Under the comment: “<bdi>{publicReply.text}</bdi>”
          </p>
          <Delivery {...publicReply} />
        </div>
      )}
    </>
  );
}

function Delivery(props: Pick<Message, "delivery" | "failure" | "providerError">) {
  const { text, tone } = deliveryText(props);
  const { delivery, providerError } = props;
  return (
    <>
      <p className={classNames("text-xs wrap-anywhere", tones[tone])}>{text}</p>
      {providerError && (delivery === "FAILED" || delivery === "UNKNOWN") && (
        <p className="text-xs wrap-anywhere text-muted-foreground">
          {providerError.code
            ? `The platform's error ${providerError.code}: ${providerError.message}`
            : `The platform's words: ${providerError.message}`}
        </p>
      )}
    </>
  );
}

const resultStyle = "text-xs wrap-anywhere";

const tones: Partial<Record<BadgeTone, string>> = {
  neutral: "text-muted-foreground",
  info: "text-info-soft-foreground",
  success: "text-success-soft-foreground",
  warning: "text-warning-soft-foreground",
  destructive: "text-destructive-soft-foreground",
};
