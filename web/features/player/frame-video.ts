/** Gives a video's frame the shape of its picture: 16 to 9 until that is known. */
export function frameVideo(inFrame: Element | null, width: number, height: number): void {
  const lesson = inFrame?.closest(".lesson-video")?.parentElement;
  if (lesson && width > 0 && height > 0) lesson.style.setProperty("--video-ratio", `${width / height}`);
}
