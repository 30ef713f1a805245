import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { partialInput } from "#contract/partial-input.ts";
import { Id, Picture, Revision, Timestamp } from "#contract/values.ts";
import type { Block } from "./blocks.ts";
import { StoreBlock } from "./store-blocks.ts";
import { Color, Design, StoreLook } from "./design.ts";

const tags = ["Design"];

/** An accent as it is shown in one mode: made darker or lighter where it could not be seen. */
const ShownAccent = z.object({ button: Color, onButton: Color, text: Color, isShifted: z.boolean() });

/** A creator's own design: what they try, and whether everybody sees it. */
export const MyDesign = Design.omit({ blocks: true }).extend({
  blocks: z.array(z.custom<Block>()),
  /** The draft's blocks as the preview draws them. */
  drawnBlocks: z.array(StoreBlock),
  /** Those that the draft names and that are there. */
  pictures: z.array(z.object({ id: Id, picture: Picture })),
  /** The draft as the preview draws it. */
  look: StoreLook,
  shownAccent: z.object({ light: ShownAccent, dark: ShownAccent }),
  /** What of the draft the Pro plan publishes; empty where this creator may publish all of it. */
  lockedParts: z.array(z.enum(["theme", "fonts", "layout", "buttons", "awning", "cover"])),
  /** Everybody sees the draft as it is. */
  isPublished: z.boolean(),
  /** Of the draft. */
  revision: Revision,
});
export type MyDesign = z.infer<typeof MyDesign>;

export const getMyDesign = endpoint({
  method: "GET",
  url: "/api/my-design",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary:
      "The design that the creator is trying; a published version as it would be drawn, where one is named",
    querystring: z.object({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
    response: { 200: MyDesign },
  },
});

export const updateMyDesign = endpoint({
  method: "PATCH",
  url: "/api/my-design",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 240, seconds: 60 },
    recentSignIn: notNeeded.editing,
  },
  schema: {
    tags,
    summary: "Change the draft; what is left out stays",
    body: partialInput(Design).extend({ revision: Revision.optional() }),
    response: { 200: MyDesign },
  },
});

export const publishMyDesign = endpoint({
  method: "POST",
  url: "/api/my-design/publish",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 30, seconds: 60 },
    recentSignIn: notNeeded.editing,
  },
  schema: {
    tags,
    summary: "Show the draft to everybody",
    /** That of the draft that was seen. */
    body: z.object({ revision: Revision.optional() }),
    response: { 200: MyDesign },
  },
});

export const listDesignVersions = endpoint({
  method: "GET",
  url: "/api/my-design/versions",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "The last 20 designs that were published, newest first",
    response: { 200: z.array(z.object({ number: z.int(), publishedAt: Timestamp })) },
  },
});

export const restoreDesignVersion = endpoint({
  method: "POST",
  url: "/api/my-design/versions/:number/restore",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 60, seconds: 60 },
    recentSignIn: notNeeded.editing,
  },
  schema: {
    tags,
    summary: "Make a version that was published before the draft again",
    params: z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: { 200: MyDesign },
  },
});

export const listAvatarColors = endpoint({
  method: "GET",
  url: "/api/my-design/colors",
  config: { access: "creator", roles: forEditors, limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "Accents that the creator's picture offers, at most four; none where it is grey",
    /** A picture that was uploaded for the profile; without it, the one on the store. */
    querystring: z.object({ imageId: Id.optional() }),
    response: { 200: z.object({ colors: z.array(Color) }) },
  },
});
