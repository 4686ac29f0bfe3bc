import type { ErrorLines } from '#engines/process/builds/sbt/sbt-advice.ts'

const maxErrors = 6
const error = /^error(?:\[E\d{4}\])?: (.{1,200})/
const place = /^ {0,8}--> (\S{1,250}\.rs):(\d{1,6}):\d{1,6}$/

/** Collects the first errors of rustc, which says the place in the line after the message. */
export function collectRustErrors(): ErrorLines {
  const errors = new Set<string>()
  let message: string | undefined
  return {
    hear(line) {
      if (errors.size >= maxErrors) return
      const [, file = '', number] = place.exec(line) ?? []
      if (file !== '' && message !== undefined) {
        errors.add(`  ${file}:${number}: ${message.trimEnd()}`)
      }
      message = error.exec(line)?.[1]
    },
    lines: () => (errors.size === 0 ? [] : ['The first errors:', ...errors]),
  }
}
