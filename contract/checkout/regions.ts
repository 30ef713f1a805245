/** What a parcel's address calls the part of a country, and the closed list of them by the post's own codes. */
export type Regions = { label: string; byCode: Readonly<Record<string, string>> };

/** "CA California, NV Nevada" as codes and names. */
const listed = (label: string, list: string): Regions => ({
  label,
  byCode: Object.fromEntries(
    list.split(", ").map((entry) => {
      const [code = "", ...name] = entry.split(" ");
      return [code, name.join(" ")];
    }),
  ),
});

const regions: Readonly<Record<string, Regions>> = {
  US: listed(
    "State",
    "AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, VI U.S. Virgin Islands, AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific",
  ),
  CA: listed(
    "Province",
    "AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NS Nova Scotia, NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon",
  ),
  AU: listed(
    "State",
    "ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia",
  ),
  BR: listed(
    "State",
    "AC Acre, AL Alagoas, AP Amapá, AM Amazonas, BA Bahia, CE Ceará, DF Distrito Federal, ES Espírito Santo, GO Goiás, MA Maranhão, MT Mato Grosso, MS Mato Grosso do Sul, MG Minas Gerais, PA Pará, PB Paraíba, PR Paraná, PE Pernambuco, PI Piauí, RJ Rio de Janeiro, RN Rio Grande do Norte, RS Rio Grande do Sul, RO Rondônia, RR Roraima, SC Santa Catarina, SP São Paulo, SE Sergipe, TO Tocantins",
  ),
  MX: listed(
    "State",
    "AGS Aguascalientes, BC Baja California, BCS Baja California Sur, CAMP Campeche, CHIS Chiapas, CHIH Chihuahua, CDMX Ciudad de México, COAH Coahuila, COL Colima, DGO Durango, GTO Guanajuato, GRO Guerrero, HGO Hidalgo, JAL Jalisco, MEX Estado de México, MICH Michoacán, MOR Morelos, NAY Nayarit, NL Nuevo León, OAX Oaxaca, PUE Puebla, QRO Querétaro, QROO Quintana Roo, SLP San Luis Potosí, SIN Sinaloa, SON Sonora, TAB Tabasco, TAMPS Tamaulipas, TLAX Tlaxcala, VER Veracruz, YUC Yucatán, ZAC Zacatecas",
  ),
  IN: listed(
    "State",
    "AN Andaman and Nicobar Islands, AP Andhra Pradesh, AR Arunachal Pradesh, AS Assam, BR Bihar, CH Chandigarh, CG Chhattisgarh, DH Dadra and Nagar Haveli and Daman and Diu, DL Delhi, GA Goa, GJ Gujarat, HR Haryana, HP Himachal Pradesh, JK Jammu and Kashmir, JH Jharkhand, KA Karnataka, KL Kerala, LA Ladakh, LD Lakshadweep, MP Madhya Pradesh, MH Maharashtra, MN Manipur, ML Meghalaya, MZ Mizoram, NL Nagaland, OD Odisha, PY Puducherry, PB Punjab, RJ Rajasthan, SK Sikkim, TN Tamil Nadu, TS Telangana, TR Tripura, UP Uttar Pradesh, UK Uttarakhand, WB West Bengal",
  ),
};

/** The states or provinces of a country whose post needs one; undefined where an address does without. */
export const regionsOf = (country: string): Regions | undefined => regions[country];

/** The code of a region typed as code or as name, in any case and without accents; as typed where there is none. */
export function regionCode(country: string, typed: string): string {
  const plain = plainOf(typed);
  const found = Object.entries(regionsOf(country)?.byCode ?? {}).find(
    ([code, name]) => plainOf(code) === plain || plainOf(name) === plain,
  );
  return found?.[0] ?? typed;
}

const plainOf = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
