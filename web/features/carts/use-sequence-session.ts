import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type CartSequence,
  listCartSequences,
  saveCartDraft,
  saveCartSequence,
} from "#contract/carts/sequences.ts";
import { ApiError, apiQuery, callApi } from "#web/api.ts";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { editSession } from "#web/layout/self-saving/edit-session.ts";
import type { EditRules, EditSession, EditState } from "#web/layout/self-saving/save-state.ts";
import { useKeptSession } from "#web/layout/self-saving/use-kept-session.ts";
import { tabDraftKey } from "#web/layout/tab-draft.ts";
import { fieldsOf, isSameWords, mergeSequence, type SequenceFields, wordsOf } from "./written-sequence.ts";

/** The words of a draft, or with `isSent` of what is sent from now on; `isOn` switches it besides. */
type SequenceChange = Partial<ReturnType<typeof wordsOf>> & { isSent?: true; isOn?: boolean };
export type SequenceState = EditState<CartSequence, SequenceFields>;
export type SequenceSession = EditSession<CartSequence, SequenceFields, SequenceChange>;

const rules: EditRules<CartSequence, SequenceFields, SequenceChange> = {
  fieldsOf,
  changeOf: (sequence, fields) => (isSameWords(fieldsOf(sequence), fields) ? {} : wordsOf(fields)),
  merge: mergeSequence,
  // Said beside each field of each mail, by `problems`.
  fieldOfServer: () => undefined,
  changedCode: "CHANGED_ELSEWHERE",
  savesItself: () => true,
  withSent: (fields) => fields,
  withoutRefused: ({ fields }) => fields,
};

/**
 * A sequence as it is written. Its draft saves itself; what is mailed changes as `send` is called, and by nothing else
 * (docs/decisions/0091, of posts). `problems` are those of the last try, by the server's names.
 */
export function useSequenceSession(sequence: CartSequence) {
  const { kind } = sequence;
  const queryClient = useQueryClient();
  const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? "";
  const key = tabDraftKey(userId, "mails about carts", kind);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const session = useKeptSession<CartSequence, SequenceFields, SequenceChange>(key, sequence, (kept) => {
    const made: SequenceSession = editSession(
      rules,
      kept?.item ?? sequence,
      {
        save: async ({ revision, isSent, isOn, steps = [], dmText = null }) => {
          const words = { kind, steps, dmText, revision };
          try {
            if (isSent) return await callApi(saveCartSequence, { body: { ...words, isOn } });
            const draft = await callApi(saveCartDraft, { body: words });
            const { item } = made.current();
            return { ...item, draft: { steps: draft.steps, dmText: draft.dmText }, revision: draft.revision };
          } catch (error) {
            if (error instanceof ApiError) setProblems(error.body.fields ?? {});
            throw error;
          }
        },
        load: async () => {
          const query = { ...apiQuery(listCartSequences), staleTime: 0 };
          return (await queryClient.fetchQuery(query)).find((each) => each.kind === kind);
        },
        onSaved: (saved) => {
          const { queryKey } = apiQuery(listCartSequences);
          // A reading that is under way might bring an older state.
          void queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData(queryKey, (known) =>
            known?.map((each) =>
              each.kind === kind ? { ...saved, isOn: saved.draft ? each.isOn : saved.isOn } : each,
            ),
          );
        },
      },
      kept?.fields,
    );
    return made;
  });

  return {
    session,
    problems,
    change: (fields: Partial<SequenceFields>) => {
      setProblems({});
      session.change(fields);
    },
    /** Takes what is on screen for what is sent. Whether the server took it. */
    send: async (isOn?: boolean): Promise<boolean> => {
      setProblems({});
      // What is refused for sending is kept as a draft all the same.
      await session.flush();
      return session.submit((_, fields) => ({
        ...wordsOf(fields),
        isSent: true,
        ...(isOn !== undefined && { isOn }),
      }));
    },
  };
}
