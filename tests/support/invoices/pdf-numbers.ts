/** `−€1,234.50` → `-1234.50`. */
export const plain = (money: string) => money.replace('\u2212', '-').replace(/[€,]/g, '')

/** In the text of a PDF, net amounts of the rows that have a quantity and a unit price. */
export const netsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(
      /(?: h| months?|\d) +\u2212?€[\d,.]+(?: \/ (?:h|month))? +(\u2212?€[\d,]+\.\d\d)$/gm,
    ),
    ([, net]) => plain(net ?? ''),
  )

/** In the text of a PDF, seconds of the rows that are counted in hours. */
export const secondsIn = (text: string): string[] =>
  Array.from(text.matchAll(/ ([\d,]+):(\d\d):(\d\d) h /g), ([, hours = '', minutes, seconds]) =>
    String(Number(hours.replaceAll(',', '')) * 3600 + Number(minutes) * 60 + Number(seconds)),
  )

/** The amount at the end of the row that begins with a label. */
export const amountBehind = (text: string, label: RegExp): string | undefined => {
  const [, amount] =
    new RegExp(`^ *${label.source}.* (\u2212?€[\\d,]+\\.\\d\\d)$`, 'm').exec(text) ?? []
  return amount && plain(amount)
}
