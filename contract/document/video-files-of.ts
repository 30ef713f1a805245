import type { DocumentNode, RichDocument, VideoFileAttributes } from "./document.ts";

/** The videos that play in a document, each once. */
export function videoFilesOf(document: RichDocument): VideoFileAttributes[] {
  const videos = new Map(videosIn(document).map((video) => [video.uploadId, video]));
  return [...videos.values()];
}

const videosIn = (node: DocumentNode): VideoFileAttributes[] =>
  node.type === "videoFile" ? [node.attrs] : "content" in node ? node.content.flatMap(videosIn) : [];
