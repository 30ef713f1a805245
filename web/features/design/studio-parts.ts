import { type ComponentType, createContext, use } from "react";
import type { Picture } from "#contract/values.ts";

export type ChosenPicture = { id: string; picture: Picture };

type PictureUploadProps = {
  value: ChosenPicture | null;
  onChange: (value: ChosenPicture | null) => void;
};

/** What the studio has from elsewhere: the route brings the uploads, which belong to another feature. */
export type StudioUploads = {
  /** Of a picture that is cut to the proportions of covers. */
  CoverUpload: ComponentType<PictureUploadProps>;
  /** Of one that is shown whole. */
  PictureUpload: ComponentType<PictureUploadProps>;
};

type StudioParts = StudioUploads & {
  /** Those of the draft, and those that were uploaded since. */
  pictures: ReadonlyMap<string, Picture>;
  addPicture: (picture: ChosenPicture) => void;
};

export const StudioContext = createContext<StudioParts | undefined>(undefined);

/** The parts of the studio around. Throws outside of it. */
export function useStudioParts(): StudioParts {
  const parts = use(StudioContext);
  if (!parts) throw new Error("there is no studio around");
  return parts;
}
