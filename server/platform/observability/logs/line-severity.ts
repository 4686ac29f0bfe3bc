import type { Line } from '#platform/model/observability/line.ts'

type Severity = Line['severity']

/** The level of a line stands at its beginning. */
const maxLooked = 300
/** Larger JSON is not parsed for its level. */
const maxJson = 8_192
/** Time, process and thread may come before the level. */
const maxWords = 6

const levels: Readonly<Record<string, Severity>> = {
  emerg: 'error',
  emergency: 'error',
  alert: 'error',
  crit: 'error',
  critical: 'error',
  fatal: 'error',
  panic: 'error',
  severe: 'error',
  err: 'error',
  error: 'error',
  warn: 'warning',
  warning: 'warning',
  notice: 'info',
  info: 'info',
  debug: 'info',
  trace: 'info',
}

/**
 * Severity of a line that a program wrote, by what loggers put at its beginning: a level in JSON, in logfmt, as a word in
 * capitals or brackets, or as the number of syslog. A line without one is `info`, on whichever stream it was written,
 * because many programs write everything to standard error.
 */
export function severityOf(message: string): Severity {
  if (message.startsWith('{')) return ofJson(message) ?? 'info'
  const text = withoutColours(message.slice(0, maxLooked))
  return ofSyslog(text) ?? ofWords(text.split(/\s+/).filter(Boolean).slice(0, maxWords)) ?? 'info'
}

const withoutColours = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m/g, '')

function ofJson(text: string): Severity | undefined {
  if (text.length > maxJson) return undefined
  try {
    const record: Record<string, unknown> = JSON.parse(text)
    return ofLevel(record.level ?? record.severity ?? record.lvl ?? record.levelname)
  } catch {
    return undefined
  }
}

/** A name, or a number as pino and bunyan write it: 40 is a warning, 50 an error. */
function ofLevel(level: unknown): Severity | undefined {
  if (typeof level === 'string') return levelNamed(level)
  if (typeof level !== 'number') return undefined
  return level >= 50 ? 'error' : level >= 40 ? 'warning' : 'info'
}

const levelNamed = (word: string): Severity | undefined => {
  const name = word.toLowerCase()
  return Object.hasOwn(levels, name) ? levels[name] : undefined
}

/** `<3>` as programs write it for the journal of systemd. */
function ofSyslog(text: string): Severity | undefined {
  const [, digit] = /^<([0-7])>/.exec(text) ?? []
  if (digit === undefined) return undefined
  return Number(digit) <= 3 ? 'error' : digit === '4' ? 'warning' : 'info'
}

function ofWords(words: readonly string[]): Severity | undefined {
  const [first = '', second = ''] = words
  if (first === 'npm') return levelNamed(second.replace('!', ''))
  if (first === 'Traceback' || (first === 'Exception' && second === 'in')) return 'error'
  // TypeError: …, java.lang.IllegalStateException: …
  if (/^[\w.$]*(Error|Exception):$/.test(first)) return 'error'
  if (first === 'Warning:' || first === 'warning:') return 'warning'
  for (const word of words) {
    const severity = ofWord(word)
    if (severity) return severity
  }
  return undefined
}

/** `ERROR`, `[error]`, `error:` or `level=error`; an ordinary word in small letters is none. */
function ofWord(word: string): Severity | undefined {
  const [, named] = /^(?:level|lvl|severity)="?(\w+)"?$/.exec(word) ?? []
  if (named) return levelNamed(named)
  const [, bracketed] = /^[[(<](\w+)[\])>]:?$/.exec(word) ?? []
  if (bracketed) return levelNamed(bracketed)
  const [, bare = '', colon] = /^(\w+)(:?)$/.exec(word) ?? []
  return bare === bare.toUpperCase() || colon === ':' ? levelNamed(bare) : undefined
}
