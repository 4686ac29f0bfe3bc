/** Times of a cron job by field, in ascending order. */
export interface CronTimes {
  minutes: number[]
  hours: number[]
  /** Of the month. */
  days: number[]
  months: number[]
  /** From Sunday, which is 0. */
  weekdays: number[]
  /** When both day fields are restricted, either match suffices. */
  rule: 'both' | 'either'
}

interface Field {
  from: number
  to: number
  names?: string[]
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdayNames = 'sun mon tue wed thu fri sat'.split(' ')
const fields: Field[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: monthNames },
  { from: 0, to: 7, names: weekdayNames },
]

const nicknames: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** Parses a schedule of five fields or a named one; `undefined` if invalid. */
export function parseSchedule(schedule: string): CronTimes | undefined {
  const text = schedule.trim().toLowerCase()
  const words = (Object.hasOwn(nicknames, text) ? (nicknames[text] ?? '') : text).split(/\s+/)
  if (words.length !== fields.length) return undefined
  const lists = words.map((word, index) => parseField(word, fields[index] as Field))
  const [minutes, hours, days, months, weekdays] = lists
  if (!minutes || !hours || !days || !months || !weekdays) return undefined
  const isEither = !words[2]?.startsWith('*') && !words[4]?.startsWith('*')
  return {
    minutes,
    hours,
    days,
    months,
    weekdays: ascending(weekdays.map((day) => day % 7)),
    rule: isEither ? 'either' : 'both',
  }
}

function parseField(word: string, field: Field): number[] | undefined {
  const parts = word.split(',').map((part) => parsePart(part, field))
  return parts.includes(undefined) ? undefined : ascending(parts.flatMap((part) => part ?? []))
}

/** `*`, `5`, `1-5`, and each with a step: `0-59/15`, `5/10`, `8-18/2`. */
function parsePart(part: string, field: Field): number[] | undefined {
  const [, first = '', last, step] =
    /^(\*|[a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?(?:\/(\d{1,2}))?$/.exec(part) ?? []
  const isAll = first === '*'
  const from = isAll ? field.from : numberOf(first, field)
  const end = last === undefined ? (isAll || step ? field.to : from) : numberOf(last, field)
  const every = Number(step ?? 1)
  if (from === undefined || end === undefined || every === 0 || (isAll && last)) return undefined
  if (from < field.from || end > field.to || end < from) return undefined
  return Array.from({ length: Math.floor((end - from) / every) + 1 }, (_, n) => from + n * every)
}

function numberOf(word: string, { from, names = [] }: Field): number | undefined {
  if (/^\d+$/.test(word)) return Number(word)
  const place = names.indexOf(word)
  return place < 0 ? undefined : place + from
}

const ascending = (numbers: number[]) => [...new Set(numbers)].sort((one, other) => one - other)
