import type { Platform } from "#contract/social-accounts.ts";

/** How to get a token that works here, platform by platform. */
export const tokenSteps: Readonly<Record<Platform, { steps: readonly string[]; note: string }>> = {
  INSTAGRAM: {
    steps: [
      "In the Instagram app switch to a professional account (business or creator), and under Settings > Messages and story replies > Message controls > Connected tools allow access to messages.",
      "At developers.facebook.com open the app that this site uses. The account needs a role in it (App roles > Roles > Instagram Testers), or the app must have passed Meta's review.",
      "Open Instagram > API setup with Instagram login, and press Generate token beside your account.",
      "Allow messages and comments, and copy the token.",
    ],
    note: "It lasts 60 days and is renewed here before it ends. A token of another app is of no use: messages are delivered to the app that gave it.",
  },
  TWITTER: {
    steps: [
      "At developer.x.com open the app that this site uses, and see that its user authentication (OAuth 2.0) is set up.",
      "Sign in to that app as the account, with the scopes tweet.read, users.read, dm.read and dm.write.",
      "Copy the OAuth 2.0 user access token. The keys named Access Token and Secret are another kind and do not work.",
    ],
    note: "Such a token lasts 2 hours and cannot be renewed from here. The One-Click Real Connection renews itself.",
  },
  FACEBOOK: {
    steps: [
      "At developers.facebook.com open Tools > Graph API Explorer and choose the app that this site uses. You need a role in it, or it must have passed Meta's review.",
      "Add the permissions pages_show_list, pages_messaging, pages_manage_metadata and pages_read_engagement.",
      "Under User or Page choose your Page, press Generate Access Token, and allow it.",
      "Copy the token. One made from a short-lived sign-in ends within hours; extend the user's token in the Access Token Debugger first.",
    ],
    note: "Only Pages can be connected, no personal profiles. A Page's token made from an extended one does not end by itself.",
  },
};
