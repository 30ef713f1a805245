/** What a device has of its own: letters of all widths without and with serifs, and letters of one width. */
export type Device = "sans" | "serif" | "mono";

type DeviceFont = {
  metrics: string;
  /** The names by which `local()` finds it, and what has its widths: Apple's and Microsoft's, Linux', Android's. */
  regular: readonly string[];
  bold: readonly string[];
};

/**
 * By what text is shown until a font is there. Of two rules for one family, browsers take the last whose font the device
 * has: Android knows no Times.
 */
export const deviceFonts: Readonly<Record<Device, readonly DeviceFont[]>> = {
  // Android's Roboto is as wide as Arial, to a quarter of a percent.
  sans: [
    {
      metrics: "arial",
      regular: ["Arial", "Liberation Sans", "Roboto-Regular"],
      bold: ["Arial Bold", "Liberation Sans Bold", "Roboto-Bold"],
    },
  ],
  serif: [
    { metrics: "notoSerif", regular: ["NotoSerif", "NotoSerif-Regular"], bold: ["NotoSerif-Bold"] },
    {
      metrics: "timesNewRoman",
      regular: ["Times New Roman", "Liberation Serif"],
      bold: ["Times New Roman Bold", "Liberation Serif Bold"],
    },
  ],
  mono: [
    {
      metrics: "courierNew",
      regular: ["Courier New", "Liberation Mono", "DroidSansMono"],
      bold: ["Courier New Bold", "Liberation Mono Bold", "DroidSansMono"],
    },
  ],
};
