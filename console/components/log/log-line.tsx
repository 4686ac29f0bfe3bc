import { memo } from 'react'
import type { LogLine as Line } from '#client/resources/applications/logs.ts'
import { exactTime, shortTime } from '#console/format/times.ts'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import { parseAnsi, type StyledText } from './ansi.ts'
import { findMarks, markParts } from './text-marks.ts'
import './log-line.css'

export interface LogLineProps {
  line: Pick<Line, 'id' | 'date' | 'severity' | 'service' | 'message'>
  /** Without escape codes. */
  text: string
  pattern?: RegExp | undefined
  /** Who wrote it, in a word. */
  origin?: string | undefined
  hasTime?: boolean | undefined
  isWrapped?: boolean | undefined
  /** The line that the address or the search points at. */
  isCurrent?: boolean | undefined
  /** Copies the address of the line. */
  onCopyLink?: ((line: LogLineProps['line']) => void) | undefined
}

/** One line of a log, with the colours that its program chose and marks at what is looked for. */
export const LogLine = memo(function LogLine(props: LogLineProps) {
  const { line, text, pattern, origin, hasTime = true, isWrapped, isCurrent, onCopyLink } = props
  const { date, severity, service } = line
  const time = Date.parse(date)
  const clock = shortTime(time)
  return (
    <div
      className={`log-line log-line-${severity} log-line-of-${service}${isWrapped ? ' log-line-wrapped' : ''}${isCurrent ? ' log-line-current' : ''}`}
    >
      {hasTime && (
        <time dateTime={date} title={exactTime(time)}>
          {clock}
        </time>
      )}
      {origin && <span className="log-line-origin">{origin}</span>}
      <span className="log-line-message">
        {severity !== 'info' && (
          <span className="log-line-severity">{texts.severities[severity] ?? severity}</span>
        )}
        {markParts(parseAnsi(line.message), findMarks(text, pattern)).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change their places
          <Part key={at} part={part} />
        ))}
      </span>
      {onCopyLink && (
        <button
          type="button"
          className="log-line-link"
          title={texts.copyLink}
          aria-label={texts.copyLinkOf(clock)}
          onClick={() => onCopyLink(line)}
        />
      )}
    </div>
  )
})

function Part({ part }: { part: StyledText & { isMarked: boolean } }) {
  const name = classOf(part)
  if (part.isMarked) return <mark className={name}>{part.text}</mark>
  return name ? <span className={name}>{part.text}</span> : part.text
}

const classOf = ({ colour, ground, isBold, isFaint, isItalic, isUnderlined }: StyledText) =>
  [
    colour && `ansi-${colour}`,
    ground && `ansi-on-${ground}`,
    isBold && 'ansi-bold',
    isFaint && 'ansi-faint',
    isItalic && 'ansi-italic',
    isUnderlined && 'ansi-underlined',
  ]
    .filter(Boolean)
    .join(' ') || undefined
