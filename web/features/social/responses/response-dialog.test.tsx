import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import {
  createKeywordResponse,
  KeywordResponse,
  listKeywordResponses,
  tryKeywords,
} from "#contract/social/keyword-responses.ts";
import { listSocialAccounts, SocialAccount } from "#contract/social/social-accounts.ts";
import { getSocialAnalytics, SocialAnalytics } from "#contract/social/social-analytics.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { listTags } from "#contract/tags/tags.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { KeywordResponses } from "./keyword-responses.tsx";

const dialog = page.getByRole("dialog", { name: "Add Response" });

async function openForm() {
  const sent: unknown[] = [];
  const account = example(SocialAccount, {
    id: exampleId(),
    platform: "INSTAGRAM",
    username: "ada.makes",
    isActive: true,
    verified: true,
  });
  server.answer(listSocialAccounts, () => [account]);
  server.answer(listKeywordResponses, () => []);
  server.answer(listMyProducts, () => []);
  server.answer(listTags, () => []);
  server.answer(getSocialAnalytics, () => example(SocialAnalytics, { posts: [] }));
  server.answer(tryKeywords, ({ body }) => ({
    answeredBy: body.text
      ? {
          draft: false,
          id: exampleId(),
          ruleName: "Reel",
          keyword: "guía",
          matchMode: "WHOLE_WORD" as const,
          isLoose: true,
        }
      : null,
    alsoBy: ["VIP"],
    overlaps: [],
    readAs: (body.draft?.keywords ?? []).map((keyword) => ({
      keyword,
      as: keyword.replaceAll("+", "").toLowerCase(),
    })),
  }));
  server.answer(createKeywordResponse, ({ body }) => {
    sent.push(body);
    return example(KeywordResponse, { id: exampleId() });
  });
  await renderScreen(<KeywordResponses />, { at: "/social?tab=responses" });
  await page.getByRole("button", { name: "Create Your First Response" }).click();
  return sent;
}

test("a response is written for one post, with a public reply, a list, a tag and an email beside it", async () => {
  const sent = await openForm();
  await dialog.getByLabelText("Trigger Keyword").fill("C++");
  await expect.element(dialog.getByText("“C++” is read as: c")).toBeVisible();
  await dialog.getByLabelText("More keywords").fill("دورة، course；cours\n코스");
  await dialog.getByLabelText("Auto Response Message").fill("Here you go");
  await dialog.getByLabelText("Posts").selectOptions("one");
  await dialog.getByRole("button", { name: "Create Response" }).click();
  await expect.element(dialog.getByText("Post is required")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Post", exact: true }).fill("reel-1");
  await dialog.getByLabelText("Public replies").fill("Look in your DMs!");
  await dialog.getByLabelText("Add to list").fill("Fans");
  await dialog.getByLabelText("Add tag").fill("VIP");
  await dialog.getByLabelText("Email me").click();
  await dialog.getByLabelText("A fan writes").fill("guia");
  await expect
    .element(dialog.getByText("The rule “Reel” answers, for “guía” (whole word, without accents)."))
    .toBeVisible();
  await expect.element(dialog.getByText("Also: “VIP”")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Create Response" }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        keyword: "C++",
        moreKeywords: ["دورة", "course", "cours", "코스"],
        postId: "reel-1",
        publicReplies: ["Look in your DMs!"],
        listName: "Fans",
        tagName: "VIP",
        notifiesOwner: true,
      },
    ]);
});

test("Korean and Turkish keywords say which match takes their endings", async () => {
  await openForm();
  await dialog.getByLabelText("Trigger Keyword").fill("가격");
  await expect.element(dialog.getByText(/take endings. “Contains” matches those, too/)).toBeVisible();
  await dialog.getByLabelText("Match").selectOptions("CONTAINS");
  await expect.element(dialog.getByText(/take endings/)).not.toBeInTheDocument();
});
