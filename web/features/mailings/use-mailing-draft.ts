import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { documentIdentity } from "#contract/document/document-identity.ts";
import { inOneForm } from "#contract/document/in-one-form.ts";
import { mailLimits } from "#contract/document/read-document.ts";
import {
  checkMailing,
  countAudience,
  getMailing,
  listMailings,
  updateMailing,
} from "#contract/mailings/mailings.ts";
import { ApiError, apiQuery, callApi, type Output } from "#web/api.ts";
import { mergeWritten } from "#web/editor/merge-written.ts";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { isSame } from "#web/layout/merge-edits.ts";
import { editSession } from "#web/layout/self-saving/edit-session.ts";
import type { EditRules, EditSession } from "#web/layout/self-saving/save-state.ts";
import { useKeptSession } from "#web/layout/self-saving/use-kept-session.ts";
import { tabDraftKey } from "#web/layout/tab-draft.ts";

export type MyMailing = Output<typeof getMailing>;
export type DraftFields = Pick<MyMailing, "subject" | "content" | "audience" | "productId" | "couponId">;
export type DraftField = keyof DraftFields;
export type MailingSession = EditSession<MyMailing, DraftFields, Partial<DraftFields>>;

const names = ["subject", "content", "audience", "productId", "couponId"] as const;

export const fieldsOfMailing = ({
  subject,
  content,
  audience,
  productId,
  couponId,
}: MyMailing): DraftFields => ({
  subject,
  content: inOneForm(content, mailLimits),
  audience,
  productId,
  couponId,
});

/** Whether two values of a field are the same to the server, which trims subjects. */
export function isSameDraftField(field: DraftField, one: DraftFields, other: DraftFields): boolean {
  if (field === "subject") return one.subject.trim() === other.subject.trim();
  if (field === "content") return documentIdentity(one.content) === documentIdentity(other.content);
  return isSame(one[field], other[field]);
}

const rules: EditRules<MyMailing, DraftFields, Partial<DraftFields>> = {
  fieldsOf: fieldsOfMailing,
  changeOf: (mailing, fields) =>
    names.every((field) => isSameDraftField(field, fieldsOfMailing(mailing), fields)) ? {} : fields,
  merge: (base, mine, theirs) => mergeWritten(names, isSameDraftField, { base, mine, theirs }),
  fieldOfServer: (name) => names.find((field) => field === name),
  changedCode: "CHANGED_ELSEWHERE",
  savesItself: ({ state }) => state === "DRAFT",
  withSent: (fields) => fields,
  withoutRefused: ({ fields }) => fields,
};

/** A draft that saves itself, as lessons and posts do; what is not on the server yet is kept in this tab for a reload. */
export function useMailingDraft(mailing: MyMailing) {
  const { id } = mailing;
  const queryClient = useQueryClient();
  const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? "";
  const key = tabDraftKey(userId, "mailing", id);
  const session = useKeptSession<MyMailing, DraftFields, Partial<DraftFields>>(key, mailing, (kept) => {
    const query = apiQuery(getMailing, { params: { id } });
    const made: MailingSession = editSession(
      rules,
      kept?.item ?? mailing,
      {
        save: ({ revision, ...change }) =>
          callApi(updateMailing, {
            params: { id },
            body: { ...made.current().fields, ...change, revision },
          }),
        load: async () => {
          try {
            return await callApi(getMailing, { params: { id } });
          } catch (error) {
            if (error instanceof ApiError && error.status === 404) return undefined;
            throw error;
          }
        },
        onSaved: (saved) => {
          queryClient.setQueryData(query.queryKey, saved);
          for (const endpoint of [countAudience, checkMailing])
            void queryClient.invalidateQueries({ queryKey: apiQuery(endpoint, { params: { id } }).queryKey });
          void queryClient.invalidateQueries({ queryKey: [listMailings.url] });
        },
      },
      kept?.fields,
    );
    return made;
  });
  return { session, state: useSyncExternalStore(session.subscribe, session.current) };
}
