import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  getDmConversation,
  listDmConversations,
  listDmMessages,
  listSocialEvents,
} from "#contract/social/conversations.ts";
import { ApiError, apiKey, apiQuery, callApi, type Output } from "#web/api.ts";

/** As the server tells of them: moments are ISO text. */
export type Conversation = Output<typeof getDmConversation>;
export type Message = Output<typeof listDmMessages>[number];
export type SocialEvent = Output<typeof listSocialEvents>[number];

/** What is shown is asked for anew as often, while somebody looks; a long list costs more, and is asked for less often. */
const liveMs = 2_000;
const calmMs = 10_000;
const pace = (pages: number) => (pages > 2 ? calmMs : liveMs);

type ListFilter = { accountId: string | undefined; search: string | undefined };

/** Conversations, page by page. A search reads every message, so it is repeated less often. */
export const conversationsQuery = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...apiKey(listDmConversations), filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(listDmConversations, { querystring: { ...filter, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (filter.search ? calmMs : pace(state.data?.pages.length ?? 1)),
  });

export const conversationQuery = (id: string) =>
  queryOptions({
    ...apiQuery(getDmConversation, { params: { id } }),
    retry: false,
    // What is not there does not come back.
    refetchInterval: ({ state }) => (isGone(state.error) ? false : liveMs),
  });

/** The conversation is not there, or not any more. */
export const isGone = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** A conversation's messages: the first page is the newest, each page oldest first. */
export const messagesQuery = (conversationId: string) =>
  infiniteQueryOptions({
    queryKey: [...apiKey(listDmMessages), conversationId],
    queryFn: ({ pageParam, signal }) =>
      callApi(listDmMessages, { querystring: { conversationId, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < 100 ? undefined : page[0]?.id),
    retry: false,
    refetchInterval: ({ state }) => pace(state.data?.pages.length ?? 1),
  });

/** Everything that came in, newest first. */
export const eventsQuery = (accountId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...apiKey(listSocialEvents), accountId],
    queryFn: ({ pageParam, signal }) =>
      callApi(listSocialEvents, { querystring: { accountId, before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < 100 ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pace(state.data?.pages.length ?? 1),
  });
