import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  Conversation,
  getDmConversation,
  listDmConversations,
  listDmMessages,
  untagDmConversation,
  updateDmConversation,
} from "#contract/social/conversations.ts";
import { getSocialSetup, listSocialAccounts, SocialAccount } from "#contract/social/social-accounts.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen, type Width } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { ConversationsTab } from "./conversations-tab.tsx";

type Row = Output<typeof getDmConversation>;

/** Thirty conversations on two accounts, of which the first may be open. */
async function openTab(
  width: Width,
  { isOpen = false, first = {} }: { isOpen?: boolean; first?: Partial<Row> } = {},
) {
  const rows: Row[] = Array.from({ length: 30 }, (_, index) =>
    example(Conversation, {
      id: exampleId(),
      participantUsername: `fan_${index}`,
      lastMessageAt: "2026-11-21T12:00:00.000Z",
      optedOutAt: null,
      pausedUntil: null,
      needsYouAt: null,
      refusal: null,
      hasUnread: false,
      isActive: true,
      windowClosesAt: null,
      tags: [],
      ...(index === 0 && first),
    }),
  );
  const accounts = ["one", "two"].map((username) => example(SocialAccount, { id: exampleId(), username }));
  server.answer(listSocialAccounts, accounts);
  server.answer(getSocialSetup, exampleAnswer(getSocialSetup, {}));
  server.answer(listDmConversations, { conversations: rows, nextCursor: null, total: rows.length });
  server.answer(getDmConversation, ({ params }) => rows.find(({ id }) => id === params.id)!);
  server.answer(listDmMessages, []);
  server.answer(updateDmConversation, ({ body }) => Object.assign(rows[0]!, body));
  server.answer(untagDmConversation, ({ params }) =>
    Object.assign(rows[0]!, { tags: rows[0]!.tags.filter(({ id }) => id !== params.tagId) }),
  );
  const search = isOpen ? `&conversation=${rows[0]?.id}` : "";
  return renderScreen(<ConversationsTab />, { width, at: `/social?tab=conversations${search}` });
}

test("a long list scrolls in its own box, and the page ends where the box ends", async () => {
  await openTab(1280);
  await expect.element(page.getByText("@fan_29")).toBeInTheDocument();
  const list = page.getByRole("list", { name: "Recent Conversations" }).element();
  const card = list.parentElement!.getBoundingClientRect();
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(
    Math.max(innerHeight, Math.ceil(card.bottom + scrollY) + 40),
  );
});

test("on a phone an open conversation stays above the bar at the foot, with its last line in view", async () => {
  await openTab(390, { isOpen: true });
  const hint = page.getByText("Automation rests for 24 hours after your answer.");
  await expect.element(hint).toBeInTheDocument();
  expect(hint.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight - 56);
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight);
});

test("who asked for a person is marked in the list and at the conversation, until it is done", async () => {
  await openTab(1280, { isOpen: true, first: { needsYouAt: "2026-11-21T12:00:00.000Z" } });
  await expect.element(page.getByText("Needs you")).toBeVisible();
  await expect.element(page.getByText("They asked for a person on", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Mark as done" }).click();
  await expect
    .element(page.getByText("They asked for a person on", { exact: false }))
    .not.toBeInTheDocument();
});

test("the tags of a conversation are shown, and a press removes one", async () => {
  const [vip, lead] = [exampleId(), exampleId()];
  await openTab(1280, {
    isOpen: true,
    first: {
      tags: [
        { id: vip, name: "VIP" },
        { id: lead, name: "Lead" },
      ],
    },
  });
  await page.getByRole("button", { name: "Remove tag: VIP" }).click();
  await expect.element(page.getByRole("button", { name: "Remove tag: VIP" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Remove tag: Lead" })).toBeVisible();
});
