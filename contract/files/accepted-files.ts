/** 1 GB, exactly. */
export const maxUploadBytes = 1_073_741_824;

/** What may be uploaded: by extension, the types a browser declares for it. The first is the one we keep. */
export const uploadTypes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  pdf: ["application/pdf"],
  zip: ["application/zip", "application/x-zip-compressed", "application/x-zip"],
  doc: ["application/msword"],
  docx: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  xls: ["application/vnd.ms-excel"],
  xlsx: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  jpg: ["image/jpeg"],
  jpeg: ["image/jpeg"],
  png: ["image/png"],
  gif: ["image/gif"],
  mp4: ["video/mp4"],
  mov: ["video/quicktime"],
  mp3: ["audio/mpeg", "audio/mp3"],
  wav: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
  txt: ["text/plain"],
};

export const fileTooLarge = "File size must be under 1GB";
export const fileTypeRefused =
  "Please upload a supported file type (PDF, ZIP, DOC, XLS, IMG, VIDEO, AUDIO, TXT)";

/** The extension of a file name in lower case, without the dot; empty where there is none. */
export const extensionOf = (fileName: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
