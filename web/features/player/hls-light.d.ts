/** The package describes its smaller build only by the types of the whole one. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
