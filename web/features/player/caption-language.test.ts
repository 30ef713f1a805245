import { expect, test } from "vitest";
import { languageName } from "#contract/language-name.ts";
import { captionsFor } from "./caption-language.ts";

const captions = [{ language: "en" }, { language: "pt-BR" }, { language: "zh-Hant" }];

test.each([
  [["pt-BR", "en"], "pt-BR"],
  [["pt-PT"], "pt-BR"],
  [["en-GB", "pt-BR"], "en"],
  [["fr", "zh-TW"], "zh-Hant"],
  [["fr"], "en"],
  [[], "en"],
])("whoever wants %j reads %s", (wanted, language) => {
  expect(captionsFor(captions, wanted)).toEqual({ language });
});

test("without captions there are none to read", () => {
  expect(captionsFor([], ["en"])).toBeUndefined();
});

test("languages are named as those who read them do, and odd codes by themselves", () => {
  expect(languageName("de", false)).toBe("Deutsch");
  expect(languageName("fr", false)).toBe("Français");
  expect(languageName("pt-BR")).toBe("Brazilian Portuguese");
  expect(languageName("zzz")).toBe("Zzz");
  expect(languageName("not a code")).toBe("not a code");
});
