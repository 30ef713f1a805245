import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getSenderName, type NameFault } from "#contract/accounts/sender-name.ts";
import { dayText } from "#contract/dates.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";
import { NameReviewDialog } from "./name-review-dialog.tsx";

type Named = { firstName: string; lastName: string; handle: string };
type Props = {
  /** As it is typed now. */
  draft: Named;
  /** As it is saved: a review is of this. */
  saved: Named;
};

const reasons: Record<NameFault, string> = {
  EMPTY: "there are no letters in it",
  HIDDEN_CHARACTER: "it contains invisible characters",
  ADDRESS: "it contains an @ sign",
  LINK: "email apps would turn it into a link",
  IMPERSONATION: "it could pass for a well-known company",
};

/** Tells creators, also while they type, that emails replace their name: what buyers see instead, why, and what they can do. */
export function SenderNameNote({ draft, saved }: Props) {
  const typed = useDebounced(textOf(draft), 400);
  const [isAsking, setAsking] = useState(false);
  const [firstName = "", lastName = "", handle = ""] = typed.split("\n");
  const { data, refetch } = useQuery({
    ...apiQuery(getSenderName, { querystring: { firstName, lastName, handle: handle.toLowerCase() } }),
    enabled: firstName !== "",
    placeholderData: keepPreviousData,
  });
  // What isn't typed to the end is judged with the next pause.
  if (!data?.replacedFor || firstName === "") return null;
  const isSaved = typed === textOf(saved);
  return (
    <div className="grid justify-items-start gap-3 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground">
      <p role="status" className="wrap-anywhere">
        Emails to your buyers come from{" "}
        <strong dir="auto" className="font-semibold">
          {data.name}
        </strong>{" "}
        instead of this name, because {reasons[data.replacedFor]}. {adviceOf(data, isSaved)}
      </p>
      {data.canAppeal && <ReviewState review={data.review} />}
      {data.canAppeal && isSaved && data.review?.state !== "OPEN" && (
        <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
          Ask for a review
        </Button>
      )}
      <NameReviewDialog open={isAsking} onClose={() => setAsking(false)} onSent={() => void refetch()} />
    </div>
  );
}

function adviceOf({ canAppeal, review }: Output<typeof getSenderName>, isSaved: boolean): string {
  if (!canAppeal) return "Change it to send emails under your own name.";
  if (review?.state === "OPEN") return "";
  return isSaved
    ? "If this is your real name, ask whoever runs this site for a review."
    : "If this is your real name, save it and ask whoever runs this site for a review.";
}

function ReviewState({ review }: Pick<Output<typeof getSenderName>, "review">) {
  const zone = useZone();
  if (review?.state === "OPEN")
    return (
      <p>You asked for a review on {dayText(review.createdAt, zone)}. You'll get an email with the answer.</p>
    );
  if (review?.state === "DECLINED")
    return (
      <p className="wrap-anywhere whitespace-pre-line">
        Your request was declined: <bdi>{review.answer}</bdi>
      </p>
    );
  return null;
}

const textOf = ({ firstName, lastName, handle }: Named): string =>
  [firstName, lastName, handle].map((text) => text.trim()).join("\n");
