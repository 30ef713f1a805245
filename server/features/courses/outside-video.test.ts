import { expect, test } from "vitest";
import { outsideVideo } from "./outside-video.ts";

test.each([
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=10",
  "https://youtu.be/dQw4w9WgXcQ?si=abc",
  "https://www.youtube.com/embed/dQw4w9WgXcQ",
  "https://youtube.com/shorts/dQw4w9WgXcQ",
  "https://www.youtube.com/live/dQw4w9WgXcQ",
  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
])("%s is framed without cookies", (link) => {
  expect(outsideVideo(link)).toEqual({
    kind: "EMBED",
    poster: null,
    captions: [],
    provider: "youtube",
    url: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0",
  });
});

test.each([
  ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1"],
  [
    "https://vimeo.com/76979871/8272103f6e",
    "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e",
  ],
  [
    "https://player.vimeo.com/video/76979871?h=8272103f6e",
    "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e",
  ],
  [
    "https://vimeo.com/channels/staffpicks/76979871",
    "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1",
  ],
])("%s is framed without tracking", (link, url) => {
  expect(outsideVideo(link)).toEqual({ kind: "EMBED", provider: "vimeo", poster: null, captions: [], url });
});

test("any other https address is a file", () => {
  const url = "https://cdn.example.com/lesson%201.mp4?key=a";
  expect(outsideVideo(url)).toEqual({ kind: "FILE", url, poster: null, captions: [] });
  expect(outsideVideo("https://youtube.com.evil.example.com/watch?v=dQw4w9WgXcQ").kind).toBe("FILE");
});

test.each([
  "http://example.com/a.mp4",
  "javascript:alert(1)",
  "data:video/mp4;base64,AAAA",
  "/api/lesson-video/x",
  "not an address",
  "https://user:secret@example.com/a.mp4",
  "https://www.youtube.com/watch",
  "https://www.youtube.com/watch?v=../../evil",
  "https://vimeo.com/about",
])("%s cannot be played", (link) => {
  expect(outsideVideo(link)).toEqual({ kind: "PENDING" });
});
