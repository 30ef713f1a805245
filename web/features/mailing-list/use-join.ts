import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { confirmSubscription, joinList } from "#contract/mailing-list/mailing-list.ts";
import { ApiError, callApi, errorMessage } from "#web/api.ts";

/**
 * The steps onto a creator's list: an address, then the code that was mailed to it; or the mailed link alone. With a
 * product, it is to hear of its opening.
 */
export function useJoin(handle: string, productId: string | undefined) {
  const [email, setEmail] = useState("");
  const [website, setWebsite] = useState("");
  const [askedFor, setAskedFor] = useState<string>();
  const [token, setToken] = useState<string>();
  const [code, setCode] = useState("");
  const params = { handle };
  const asking = useMutation({
    mutationFn: (address: string) =>
      callApi(joinList, {
        params,
        body: { email: address, ...(productId && { productId }), ...(website && { website }) },
      }),
    onSuccess: (_, address) => setAskedFor(address),
  });
  const confirming = useMutation({
    mutationFn: (proof: { token: string } | { email: string; code: string }) =>
      callApi(confirmSubscription, { params, body: proof }),
  });

  // From the mail, and from forms without a script: what never goes to any server by itself stands in the fragment. A press uses it, not a visit.
  useEffect(() => {
    const take = () => {
      const given = new URLSearchParams(location.hash.slice(1));
      const [confirm, typed, asked] = ["confirm", "email", "asked"].map((name) => given.get(name));
      if (!confirm && !typed && !asked) return;
      if (confirm) setToken(confirm);
      // From the form on a product's page: what is wrong with it is said once it is sent again.
      if (typed) setEmail(typed);
      if (asked) setAskedFor(asked.toLowerCase());
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);

  const step: "done" | "link" | "email" | "code" = confirming.isSuccess
    ? "done"
    : token
      ? "link"
      : askedFor === undefined
        ? "email"
        : "code";
  return {
    step,
    email,
    setEmail,
    website,
    setWebsite,
    askedFor: askedFor ?? "",
    code,
    setCode,
    thanks: confirming.data?.thanks ?? null,
    isAsking: asking.isPending,
    isConfirming: confirming.isPending,
    /** What is wrong with the address, or why it could not be sent. */
    emailProblem: asking.error && wordsOf(asking.error, "email", "It could not be sent. Please try again."),
    codeProblem:
      confirming.error && wordsOf(confirming.error, "code", "It could not be checked. Please try again."),
    linkProblem:
      confirming.error && wordsOf(confirming.error, "token", "It could not be sent. Please try again."),
    ask: () => {
      const address = email.trim().toLowerCase();
      if (!asking.isPending && address) asking.mutate(address);
    },
    confirm: (digits: string, onRefused: () => void) => {
      if (digits.length !== 6 || confirming.isPending) return;
      confirming.mutate({ email: askedFor ?? "", code: digits }, { onError: onRefused });
    },
    confirmLink: () => {
      if (token && !confirming.isPending) confirming.mutate({ token });
    },
    /** Begins with an address again. */
    back: () => {
      setAskedFor(undefined);
      setToken(undefined);
      setCode("");
      asking.reset();
      confirming.reset();
    },
  };
}

export type Join = ReturnType<typeof useJoin>;

const wordsOf = (error: unknown, field: string, otherwise: string) =>
  (error instanceof ApiError ? error.body.fields?.[field] : undefined) ?? errorMessage(error, otherwise);
