import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventNamesQuery } from '#console/api/queries/notifications.ts'
import { Checkbox, SearchField, Select } from '#console/components/controls/choices.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'
import { matchingEvents, withEntry } from './hook-filter.ts'

const modes = Object.entries(texts.eventChoices).map(([value, label]) => ({ value, label }))

/** Groups that have words first, in their order. */
const metaNames = (groups: Readonly<Record<string, unknown>>): string[] => [
  ...Object.keys(texts.metaEvents).filter((name) => name in groups),
  ...Object.keys(groups).filter((name) => !(name in texts.metaEvents)),
]

interface EventChoiceProps {
  /** `null` for all events. */
  chosen: readonly string[] | null
  onChange(chosen: string[] | null): void
}

/** All events, or groups of them and single ones. */
export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const names = useQuery(eventNamesQuery)
  return (
    <>
      <Select
        label={texts.events}
        value={chosen === null ? 'all' : 'some'}
        choices={modes}
        onChange={(mode) => onChange(mode === 'all' ? null : [])}
      />
      {chosen !== null && (
        <Loaded query={names}>
          {({ events, meta_events }) => (
            <div className="event-choice">
              {metaNames(meta_events).map((name) => (
                <Checkbox
                  key={name}
                  isOn={chosen.includes(name)}
                  onChange={(isOn) => onChange(withEntry(chosen, name, isOn))}
                >
                  {texts.metaEvents[name] ?? name}
                </Checkbox>
              ))}
              <SingleEvents events={events} chosen={chosen} onChange={onChange} />
            </div>
          )}
        </Loaded>
      )}
    </>
  )
}

interface SingleEventsProps {
  events: readonly string[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

function SingleEvents({ events, chosen, onChange }: SingleEventsProps) {
  const [typed, setTyped] = useState('')
  const count = chosen.filter((name) => events.includes(name)).length
  const shown = matchingEvents(events, typed)
  return (
    <details>
      <summary>{texts.singleEvents(count)}</summary>
      <SearchField label={texts.findEvent} value={typed} onChange={setTyped} />
      {shown.length === 0 ? (
        <p className="muted small">{texts.noEvent}</p>
      ) : (
        <div className="event-names">
          {shown.map((name) => (
            <Checkbox
              key={name}
              isOn={chosen.includes(name)}
              onChange={(isOn) => onChange(withEntry(chosen, name, isOn))}
            >
              <code>{name}</code>
            </Checkbox>
          ))}
        </div>
      )}
    </details>
  )
}
