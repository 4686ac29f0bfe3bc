/** European countries by ISO 3166 code, including Cyprus as a member of the EU. */
const codes = `
  AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV
  MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK CY`
const europe: ReadonlySet<string> = new Set(codes.trim().split(/\s+/))

export const isEuropean = (countryCode: string): boolean => europe.has(countryCode.toUpperCase())
