import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  listDmConversations,
  listDmMessages,
  sendDmMessage,
  updateDmConversation,
} from "#contract/conversations.ts";
import { getSocialAnalytics } from "#contract/social-analytics.ts";
import { apiKey, callApi, errorMessage, type Input } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { type Conversation, conversationQuery, messagesQuery } from "./conversation-queries.ts";

type Changes = Input<typeof updateDmConversation>["body"];

/** What can be done in a conversation. */
export function useConversationChanges({ id }: Pick<Conversation, "id">) {
  const queryClient = useQueryClient();
  const { queryKey } = conversationQuery(id);
  const refreshLists = () =>
    Promise.all(
      [listDmConversations, getSocialAnalytics].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }),
      ),
    );

  const mutationKey = [updateDmConversation.url, id];
  const update = useMutation({
    mutationKey,
    mutationFn: (body: Changes) => callApi(updateDmConversation, { params: { id }, body }),
    // Shown at once, and taken back if the server refuses.
    onMutate: async (body) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Conversation>(queryKey);
      if (before) queryClient.setQueryData<Conversation>(queryKey, { ...before, ...shownAtOnce(body) });
      return { before };
    },
    onSuccess: async (conversation, body) => {
      // An answer from before the next change would take that back for a moment.
      if (queryClient.isMutating({ mutationKey }) === 1) queryClient.setQueryData(queryKey, conversation);
      if (body.isActive !== undefined)
        toast({
          title: "Success",
          description: `Automation is ${body.isActive ? "on" : "off"} in this conversation`,
        });
      else if (body.pausedUntil === null)
        toast({ title: "Success", description: "Automation answers here again" });
      await refreshLists();
    },
    onError: (error, body, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      // Marking as read happens by itself; nobody waits for it.
      if (body.hasUnread === undefined) reportFailure(error, "Failed to update the conversation");
    },
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
  return { update, send };
}

/** What the creator chose. That it is read is not shown before it is so: taking that back would mark it again, for ever. */
const shownAtOnce = ({ isActive, pausedUntil }: Changes): Partial<Conversation> => ({
  ...(isActive !== undefined && { isActive }),
  ...(pausedUntil !== undefined && { pausedUntil }),
});
