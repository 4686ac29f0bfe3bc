import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import { localTime, type TimeRange, timeOf } from './time-range.ts'

interface TimeFilterProps extends TimeRange {
  onChange(range: TimeRange): void
}

const hour = '1h'
const choices = Object.entries(texts.timeChoices).map(([value, label]) => ({ value, label }))

/** Which time of a log: a few that end now, or from and until. */
export function TimeFilter({ since, until, onChange }: TimeFilterProps) {
  const isRange = until !== '' || (since !== '' && !(since in texts.timeChoices))
  const choose = (value: string) =>
    onChange({
      since: value === 'range' ? (timeOf(since || hour, Date.now()) ?? '') : value,
      until: '',
    })
  const isoOf = (local: string) => (local === '' ? '' : (timeOf(local, Date.now()) ?? ''))
  return (
    <>
      <Select
        label={texts.time}
        isLabelHidden
        value={isRange ? 'range' : since}
        choices={choices}
        onChange={choose}
      />
      {isRange && (
        <>
          <TextField
            type="datetime-local"
            step={1}
            label={texts.from}
            isLabelHidden
            value={localTime(timeOf(since, Date.now()) ?? '')}
            onChange={(value) => onChange({ since: isoOf(value), until })}
          />
          <TextField
            type="datetime-local"
            step={1}
            label={texts.until}
            isLabelHidden
            value={localTime(until)}
            onChange={(value) => onChange({ since, until: isoOf(value) })}
          />
        </>
      )}
    </>
  )
}
