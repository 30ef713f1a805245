import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  listDmConversations,
  listDmMessages,
  sendDmMessage,
  untagDmConversation,
  updateDmConversation,
} from "#contract/social/conversations.ts";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { apiKey, callApi, errorMessage, type Input } from "#web/api.ts";
import { useOptimisticChange, useRefresh } from "#web/layout/use-change.ts";
import { toast } from "#web/ui/toast.ts";
import { type Conversation, conversationQuery, messagesQuery } from "./conversation-queries.ts";

const shownIn = [listDmConversations, getSocialAnalytics];

type Changes = Input<typeof updateDmConversation>["body"];

/** What can be done in a conversation. */
export function useConversationChanges({ id }: Pick<Conversation, "id">) {
  const queryClient = useQueryClient();
  const { queryKey } = conversationQuery(id);
  const refreshLists = useRefresh(shownIn);
  const update = useOptimisticChange({
    change: (body: Changes) => callApi(updateDmConversation, { params: { id }, body }),
    queryKey,
    show: (conversation: Conversation, body) => ({ ...conversation, ...shownAtOnce(body) }),
    shownByAnswer: true,
    refresh: refreshLists,
    done: (_conversation, { isActive, pausedUntil }) =>
      isActive !== undefined
        ? `Automation is ${isActive ? "on" : "off"} in this conversation`
        : pausedUntil === null
          ? "Automation answers here again"
          : undefined,
    // Marking as read happens by itself; nobody waits for it.
    failed: (_error, { hasUnread }) =>
      hasUnread === undefined ? "Failed to update the conversation" : undefined,
  });

  const untag = useOptimisticChange({
    change: (tagId: string) => callApi(untagDmConversation, { params: { id, tagId } }),
    queryKey,
    show: (conversation: Conversation, tagId) => ({
      ...conversation,
      tags: conversation.tags.filter((tag) => tag.id !== tagId),
    }),
    shownByAnswer: true,
    refresh: refreshLists,
    done: () => undefined,
    failed: () => "The tag could not be removed",
  });

  const send = useMutation({
    mutationFn: (body: Input<typeof sendDmMessage>["body"]) =>
      callApi(sendDmMessage, { params: { id }, body }),
    onSuccess: async (message) => {
      const key = messagesQuery(id).queryKey;
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, (before) => {
        const [newest = [], ...older] = before?.pages ?? [];
        if (!before || newest.some(({ id }) => id === message.id)) return before;
        return { ...before, pages: [[...newest, message], ...older] };
      });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: apiKey(listDmMessages) }),
        queryClient.invalidateQueries({ queryKey }),
        refreshLists(),
      ]);
    },
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "Failed to send message"),
        variant: "destructive",
      }),
  });
  return { update, untag, send };
}

/** What the creator chose. That it is read is not shown before it is so: taking that back would mark it again, for ever. */
const shownAtOnce = ({ isActive, pausedUntil, needsYouAt }: Changes): Partial<Conversation> => ({
  ...(isActive !== undefined && { isActive }),
  ...(pausedUntil !== undefined && { pausedUntil }),
  ...(needsYouAt !== undefined && { needsYouAt }),
});
