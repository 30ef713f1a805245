import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { requestMemberAccess, verifyMemberCode } from "#contract/buyers/buyers.ts";
import { ApiError, apiMutation, errorMessage } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { provenEmailQuery } from "./proven-email.ts";

/** `sessionToken` is the bearer token of 24 hours; this browser's cookie does the same without it. */
export type ProvenEmail = { email: string; sessionToken: string };

export type VerifyEmailFlow = ReturnType<typeof useVerifyEmail>;

type Options = {
  initialEmail?: string | undefined;
  /** The browser holds the cookie by now: what was closed can be asked for again. */
  onVerified: (proven: ProvenEmail) => void;
};

/** The steps to a proved address: `email` until a code is asked for, then `otp`. */
export function useVerifyEmail({ initialEmail = "", onVerified }: Options) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState(initialEmail);
  const [code, setCode] = useState("");
  const [askedFor, setAskedFor] = useState<string>();
  const [asked, setAsked] = useState<AskedForCode>({ sent: true, waitSeconds: null });
  const [wentBack, setWentBack] = useState(false);
  const request = useMutation(apiMutation(requestMemberAccess));
  const verification = useMutation(apiMutation(verifyMemberCode));

  /** Asks for a code; a second time too, which the server keeps to one mail a minute. */
  const ask = (onAsked?: (asked: AskedForCode) => void) => {
    const address = email.trim().toLowerCase();
    if (request.isPending) return;
    setCode("");
    verification.reset();
    request.mutate(
      { body: { email: address } },
      {
        onSuccess: ({ message, ...answer }) => {
          setAskedFor(address);
          setAsked(answer);
          toast({ title: answer.sent ? "Check Your Email" : "No New Email", description: message });
          onAsked?.(answer);
        },
        onError: (error) => {
          if (fieldError(error)) return;
          const description =
            error instanceof ApiError
              ? errorMessage(error, "Failed to request access")
              : "Failed to process request. Please try again.";
          toast({ title: "Request Failed", description, variant: "destructive" });
        },
      },
    );
  };

  const verify = (digits: string, onRefused: () => void) => {
    if (askedFor === undefined || digits.length !== 6 || verification.isPending || verification.isSuccess)
      return;
    verification.mutate(
      { body: { email: askedFor, token: digits } },
      {
        onSuccess: ({ sessionToken, message }) => {
          queryClient.setQueryData(provenEmailQuery.queryKey, () => ({ email: askedFor }));
          toast({ title: "Access Verified", description: message });
          onVerified({ email: askedFor, sessionToken });
        },
        onError: (error) => {
          toast({ title: "Verification Failed", description: wrongCode(error), variant: "destructive" });
          setCode("");
          onRefused();
        },
      },
    );
  };

  const back = () => {
    setAskedFor(undefined);
    setWentBack(true);
    setCode("");
    request.reset();
    verification.reset();
  };

  return {
    step: askedFor === undefined ? ("email" as const) : ("otp" as const),
    email,
    setEmail,
    /** The address that the code went to, if it is one that has bought something. */
    askedFor,
    /** What came of asking for it. */
    asked,
    wentBack,
    code,
    setCode,
    ask,
    verify,
    back,
    isAsking: request.isPending,
    isVerifying: verification.isPending || verification.isSuccess,
    emailError: fieldError(request.error),
    codeError: verification.error && wrongCode(verification.error),
  };
}

const fieldError = (error: unknown) => (error instanceof ApiError ? error.body.fields?.["email"] : undefined);

const wrongCode = (error: unknown) => errorMessage(error, "Invalid or expired verification code.");
