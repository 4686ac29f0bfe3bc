/** A number with its unit, as a page says it. */
export interface Figure {
  /** Place in the text. */
  at: number
  text: string
  /** What the number may be in the code: in the unit of the page, in milliseconds, seconds or bytes. */
  values: readonly number[]
}

const words = [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const tens: Readonly<Record<string, number>> = { fifteen: 15, twenty: 20, thirty: 30, sixty: 60 }
const valueOfWord = (word: string) => tens[word] ?? words.indexOf(word) + 2

const times: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
}
const sizes: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 }
/** Things that limits count. */
const counted =
  'bytes? bits characters pixels points lines paths files folders levels connections requests calls resets streams sessions sockets clients readers conversations processes threads attempts tries opened entries values statements tables alternatives names locks places certificates domains applications instances organisations releases addresses records checks copies cores slots lanes'.replaceAll(
    ' ',
    '|',
  )
const unit = `%|ms|s|[kKMGT]i?B|(?:second|minute|hour|day|week|month|year)s?|min|times|${counted}|a (?:second|minute|hour|day)`
const adjective =
  '(?:(?:new|open|own|more|concurrent|failed|tracked|unknown|working|SSH|event|HTTP|unauthenticated) )*'
const number = String.raw`\d[\d,]*(?:\.\d+)?|\b(?:${[...words, ...Object.keys(tens)].join('|')})`
const figure = new RegExp(
  String.raw`(?<![\w.,:/$€-])(${number})(?: |-)?${adjective}(${unit})(?![\w])`,
  'g',
)

/** Limits without a unit: "at most 100", "64 in all", "180 are taken". */
const bare =
  /(?<=(?:at most|at least|up to|more than|to the newest|of one address|server's) )\d[\d,]*\d\b(?![.:%]\d)|(?<![\w.,:/$€-])\d[\d,]*\d(?= (?:in all|at once|of them|of those|per |queued|each|new ones|on one|of a shared|and a sixth))/g

/** The text of a page on one line, without blocks of code. */
export const flatten = (page: string): string =>
  page.replaceAll(/^ *```.*?^ *```/gms, '').replaceAll(/\s+/g, ' ')

/** The figures of a flat text, those in code and in addresses of links apart. */
export function figuresOf(flat: string): Figure[] {
  const prose = flat
    .replaceAll(/`[^`]*`/g, (code) => '`'.padEnd(code.length, '_'))
    .replaceAll(/\]\([^)]*\)/g, (link) => ']'.padEnd(link.length, '_'))
  const withUnit = Array.from(
    prose.matchAll(figure),
    ({ index, 0: text, 1: digits = '', 2: its = '' }): Figure => ({
      at: index,
      text,
      values: valuesOf(digits, its),
    }),
  )
  const others = Array.from(prose.matchAll(bare), ({ index, 0: text }): Figure => {
    const value = Number(text.replaceAll(',', ''))
    return { at: index, text, values: [value] }
  })
  const isNew = ({ at }: Figure) =>
    !withUnit.some((known) => known.at <= at && at < known.at + known.text.length)
  return [...withUnit, ...others.filter(isNew)]
}

function valuesOf(digits: string, its: string): number[] {
  const value = /^\d/.test(digits) ? Number(digits.replaceAll(',', '')) : valueOfWord(digits)
  if (its === '%') return [value, value / 100]
  const time = times[its] ?? times[its.replace(/s$/, '')]
  if (time !== undefined) return [value, value * time, (value * time) / 1000]
  const power = /^[kKMGT]i?B$/.test(its) ? sizes[its[0]?.toLowerCase() ?? ''] : undefined
  if (power === undefined) return [value]
  // A limit of 1024 MB is written as 1 GB, and one of 64 * 1024 bytes as 64 kB.
  return [value, value * 1024 ** power, value * 1000 ** power, value * 1024 ** (power - 2)]
}

const named: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  megabyte: 1024 ** 2,
}

/** The values of a piece of code: its products, and durations such as '30s'. */
export function valuesInCode(code: string): number[] {
  const factor = String.raw`(?:\d[\d_]*(?:\.\d+)?(?: \*\* \d+)?|${Object.keys(named).join('|')})`
  const products = Array.from(
    code.matchAll(new RegExp(`(?<![\\w.])${factor}(?: \\* ${factor})*`, 'g')),
    ([product]) =>
      product
        .split(/ \* /)
        .map(valueOfFactor)
        .reduce((all, one) => all * one),
  )
  const durations = Array.from(
    code.matchAll(/(?<=')(\d+)(ms|s|m|h|d)(?=')/g),
    ([, digits, letter = '']) => Number(digits) * (letters[letter] ?? 1),
  )
  return [...products, ...durations]
}

const letters: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

function valueOfFactor(factor: string): number {
  const [base = '', power] = factor.split(' ** ')
  const value = named[base] ?? Number(base.replaceAll('_', ''))
  return power === undefined ? value : value ** Number(power)
}
