/** Takes a video out of the page and back, where the browser can and the video has a picture by now. */
export async function togglePictureInPicture(video: HTMLVideoElement | null): Promise<void> {
  if (!video || !document.pictureInPictureEnabled || video.readyState === 0) return;
  if (document.pictureInPictureElement) await document.exitPictureInPicture();
  else await video.requestPictureInPicture();
}
