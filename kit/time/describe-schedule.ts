import { type CronTimes, parseSchedule } from './cron-schedule.ts'

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Longer lists of times are said by their first one and how many there are. */
const maxListed = 4

/** A schedule in words, such as `every day at 03:00`; `undefined` if it is invalid. */
export function describeSchedule(schedule: string): string | undefined {
  const times = parseSchedule(schedule)
  if (!times) return undefined
  const days = dayWords(times)
  const time = timeWords(times)
  if (days.length === 0 && time.startsWith('at ')) return `every day ${time}`
  return [time, ...days].join(' ')
}

function timeWords({ minutes, hours }: CronTimes): string {
  const isHourly = hours.length === 24
  const step = stepOf(minutes, 60)
  if (isHourly && minutes.length === 60) return 'every minute'
  if (isHourly && step) return `every ${step} minutes`
  if (isHourly) return `every hour at minute ${listed(minutes.map(String))}`
  const hourStep = stepOf(hours, 24)
  if (minutes.length === 1 && hourStep) {
    const [at = 0] = minutes
    return `every ${hourStep} hours${at === 0 ? '' : ` at minute ${at}`}`
  }
  const clocks = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`))
  if (clocks.length <= maxListed) return `at ${listed(clocks)}`
  const often =
    minutes.length === 60
      ? 'every minute'
      : step
        ? `every ${step} minutes`
        : `at minute ${ranges(minutes, String)}`
  return `${often} in the hours ${ranges(hours, (hour) => two(hour))}`
}

function dayWords({ days, months: inMonths, weekdays: on, rule }: CronTimes): string[] {
  const isAnyDay = days.length === 31
  const isAnyWeekday = on.length === 7
  const month =
    inMonths.length === 12 ? [] : [`in ${ranges(inMonths, (each) => months[each - 1] ?? '')}`]
  const date = `on day ${ranges(days, String)} of the month`
  const weekday = `on ${ranges(on, (each) => weekdays[each] ?? '')}`
  if (rule === 'either') return [`${date} and ${weekday}`, ...month]
  if (!isAnyDay && !isAnyWeekday) return [`${date} if it is ${weekday.slice(3)}`, ...month]
  if (!isAnyDay) return [date, ...month]
  if (!isAnyWeekday) return [weekday, ...month]
  return month
}

/** The step of numbers that are all multiples of it below an end: 15 for 0, 15, 30, 45. */
function stepOf(numbers: readonly number[], end: number): number | undefined {
  const [first, step] = numbers
  if (first !== 0 || !step || step === 1 || end % step !== 0) return undefined
  return numbers.length === end / step && numbers.every((each) => each % step === 0)
    ? step
    : undefined
}

/** `Monday to Friday`, `1, 5 and 9 to 12`. */
function ranges(numbers: readonly number[], word: (number: number) => string): string {
  const found: [number, number][] = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  const words = found.flatMap(([from, to]) =>
    to - from >= 2
      ? [`${word(from)} to ${word(to)}`]
      : to > from
        ? [word(from), word(to)]
        : [word(from)],
  )
  return listed(words)
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const two = (number: number) => String(number).padStart(2, '0')
