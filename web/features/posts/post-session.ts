import { createPost, getPost, updatePost } from "#contract/posts/posts.ts";
import { ApiError, callApi } from "#web/api.ts";
import { mergeWritten } from "#web/editor/merge-written.ts";
import { editSession } from "#web/layout/self-saving/edit-session.ts";
import type { KeptEdit } from "#web/layout/self-saving/keep-in-tab.ts";
import type { EditRules, EditSession, EditState } from "#web/layout/self-saving/save-state.ts";
import {
  bodyOf,
  fieldOfServer,
  isAsSent,
  isDraft,
  isOnServer,
  isSameField,
  type MyPost,
  type PostBody,
  postFields,
  type PostValues,
  publishedAtOf,
  valuesOfPost,
} from "./post-values.ts";

/** Without any field where nothing has changed. */
export type PostChange = Partial<PostBody>;
export type PostState = EditState<MyPost, PostValues>;
export type PostSession = EditSession<MyPost, PostValues, PostChange>;

/**
 * A post as it is written. A draft saves itself; what members see, or will see at a set moment, is changed when its creator
 * says so: they would read half a sentence (docs/decisions/0091).
 */
export const postRules = (now: Date, zone: string): EditRules<MyPost, PostValues, PostChange> => {
  const fieldsOf = (post: MyPost) => valuesOfPost(post, now, zone);
  return {
    fieldsOf,
    changeOf: (post, values) => {
      const before = fieldsOf(post);
      const isTouched = postFields.some(
        (field) => !(isDraft(post) && isOfTheButton(field)) && !isSameField(field, before, values),
      );
      if (!isTouched) return {};
      return bodyOf(values, isDraft(post) ? null : publishedAtOf(values, post, now, zone));
    },
    merge: mergePost,
    fieldOfServer,
    changedCode: "CHANGED_ELSEWHERE",
    savesItself: isDraft,
    withSent: (values) => values,
    withoutRefused: ({ item, fields, errors }) => ({
      ...fields,
      ...(errors.image && { image: item.image }),
      ...(errors.attachment && { attachment: item.attachment }),
    }),
  };
};

const isOfTheButton = (field: keyof PostValues) => field === "visibility" || field === "publishAt";

/** Puts two changes of one post together, field by field and the text block by block. */
export const mergePost = (base: PostValues, mine: PostValues, theirs: PostValues) =>
  mergeWritten(postFields, isSameField, { base, mine, theirs });

type Options = {
  post: MyPost;
  /** What was typed before a reload. */
  kept: KeptEdit<MyPost, PostValues> | undefined;
  rules: EditRules<MyPost, PostValues, PostChange>;
  onSaved: (post: MyPost) => void;
};

/** What is typed into one post. A new one is made on the server with its first words, once however often it is tried. */
export function postSession({ post, kept, rules, onSaved }: Options): PostSession {
  /** The id that the server gave a new post, before its answer was taken over. */
  let madeId: string | undefined;
  const save = async ({ revision, ...change }: PostChange & { revision: number }): Promise<MyPost> => {
    const { item } = session.current();
    const body = { title: "", ...change };
    if (isOnServer(item))
      return callApi(updatePost, { params: { id: item.id }, body: { ...body, revision } });
    const made = await callApi(createPost, { body: { ...body, idempotencyKey: item.id } });
    madeId = made.id;
    // A try whose answer was lost may have made it, with the words of then.
    if (isAsSent(made, body)) return made;
    return callApi(updatePost, { params: { id: made.id }, body: { ...body, revision: 1 } });
  };
  const session: PostSession = editSession(
    rules,
    kept?.item ?? post,
    {
      save,
      load: async () => {
        const id = madeId ?? session.current().item.id;
        try {
          return await callApi(getPost, { params: { id } });
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return undefined;
          throw error;
        }
      },
      onSaved,
    },
    kept?.fields,
  );
  return session;
}
