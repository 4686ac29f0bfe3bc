import { memo } from 'react'
import type { AccessLogEntry } from '#client/resources/applications/logs.ts'
import { figure } from '#console/format/figures.ts'
import { exactTime, shortTime } from '#console/format/times.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { placeOf, statusClass } from './access-filter.ts'

const texts = logTexts.access

/** Titles above the columns; rows say for themselves what they are. */
export function AccessHead() {
  const { columns } = texts
  return (
    <div className="access-row access-head" aria-hidden="true">
      <span>{columns.time}</span>
      <span>{columns.status}</span>
      <span>{columns.request}</span>
      <span className="numeric">{columns.duration}</span>
      <span className="numeric">{columns.size}</span>
      <span>{columns.source}</span>
    </div>
  )
}

interface AccessRowProps {
  entry: AccessLogEntry
  onOpen(entry: AccessLogEntry): void
}

/** One request; a press shows all about it. */
export const AccessRow = memo(function AccessRow({ entry, onOpen }: AccessRowProps) {
  const { date, http, source, bytesOut } = entry
  const time = Date.parse(date)
  const place = placeOf(source)
  return (
    <button type="button" className="access-row" onClick={() => onOpen(entry)}>
      <time dateTime={date} title={exactTime(time)}>
        {shortTime(time)}
      </time>
      <span className={`access-status access-status-${statusClass(entry)}`}>
        {http?.response.statusCode ?? '–'}
      </span>
      <span className="access-request truncate">
        {http ? (
          <>
            <b>{http.request.method}</b> {http.request.path}
          </>
        ) : (
          texts.tcp
        )}
      </span>
      <span className="access-duration numeric">
        {http && figure(http.response.time, 'milliseconds')}
      </span>
      <span className="access-size numeric">{figure(bytesOut, 'bytes')}</span>
      <span className="access-source truncate">
        {source.ip}
        {place !== '' && ` · ${place}`}
      </span>
    </button>
  )
})
