/** Fields of a schedule: the lowest and the highest number, and names from the lowest on. */
const fields: readonly { low: number; high: number; names?: readonly string[] }[] = [
  { low: 0, high: 59 },
  { low: 0, high: 23 },
  { low: 1, high: 31 },
  {
    low: 1,
    high: 12,
    names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  },
  { low: 0, high: 7, names: 'sun mon tue wed thu fri sat'.split(' ') },
]

const shorthands: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
])

export interface ScheduledLine {
  /** Five fields of numbers, stars, ranges, lists and steps; names have become numbers. */
  schedule: string
  command: string
}

/** A line of a crontab, or `undefined` when it is none. */
export function readScheduledLine(line: string): ScheduledLine | undefined {
  const words = line.trim().split(/\s+/)
  const count = shorthands.has(words[0] ?? '') ? 1 : fields.length
  const told = count === 1 ? shorthands.get(words[0] ?? '')?.split(' ') : words.slice(0, count)
  const command = line.trim().replace(new RegExp(`^(\\S+\\s+){${count}}`), '')
  if (!told || words.length <= count) return undefined
  const schedule = told.map(readField)
  return schedule.includes(undefined) ? undefined : { schedule: schedule.join(' '), command }
}

function readField(text: string, position: number): string | undefined {
  const field = fields[position]
  if (!field) return undefined
  const parts = text.split(',').map((part) => readPart(part, field))
  return parts.includes(undefined) ? undefined : parts.join(',')
}

/** A star, a number or a range, with or without a step. */
function readPart(
  text: string,
  { low, high, names = [] }: (typeof fields)[number],
): string | undefined {
  const numbered = text.toLowerCase().replace(/[a-z]{3}/g, (name) => {
    const at = names.indexOf(name)
    return at < 0 ? name : String(low + at)
  })
  const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(numbered)
  if (!found) return undefined
  const [, from, to, step] = found
  const [first, last] = [Number(from ?? low), Number(to ?? from ?? high)]
  const isSound =
    first >= low && last <= high && first <= last && (step === undefined || Number(step) > 0)
  return isSound ? numbered : undefined
}
