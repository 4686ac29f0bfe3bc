import { useQuery } from '@tanstack/react-query'
import { emailHooksQuery, webhooksQuery } from '#console/api/queries/notifications.ts'
import { Checkbox, Select } from '#console/components/controls/choices.tsx'
import { notificationTexts } from '#console/texts/en/notifications.ts'
import { alertTexts as texts } from '#console/texts/en/organisation/alerts.ts'
import { hasAlerts, hostOf, withEntry } from './hook-filter.ts'

interface Target {
  id: string
  name: string
  kind: string
  /** Whether alerts are among its events. */
  hasAlerts: boolean
}

/** Webhooks and e-mail notifications of an owner; absent until they are known. */
export function useTargets(ownerId: string) {
  const { data: hooks } = useQuery(webhooksQuery(ownerId))
  const { data: mails } = useQuery(emailHooksQuery(ownerId))
  const targets: Target[] | undefined = hooks &&
    mails && [
      ...hooks.map(({ id, name, urls, events }) => ({
        id,
        name: name || hostOf(urls[0]?.url ?? ''),
        kind: notificationTexts.formats[urls[0]?.format ?? ''] ?? '',
        hasAlerts: hasAlerts(events),
      })),
      ...mails.map(({ id, name, events }) => ({
        id,
        name: name || notificationTexts.emails,
        kind: notificationTexts.emails,
        hasAlerts: hasAlerts(events),
      })),
    ]
  const names = (ids: readonly string[]) =>
    ids.map((id) => targets?.find((target) => target.id === id)?.name ?? id).join(', ')
  return { targets, names }
}

interface TargetChoiceProps {
  ownerId: string
  /** `null` for those whose events have alerts. */
  chosen: readonly string[] | null
  onChange(chosen: string[] | null): void
}

const choices = Object.entries(texts.targetChoices).map(([value, label]) => ({ value, label }))

/** Who is told: all that want alerts, or chosen ones. */
export function TargetChoice({ ownerId, chosen, onChange }: TargetChoiceProps) {
  const { targets } = useTargets(ownerId)
  const isNobody = targets && !targets.some((target) => target.hasAlerts)
  return (
    <>
      <Select
        label={texts.targets}
        hint={isNobody && chosen === null ? texts.nobody : undefined}
        value={chosen === null ? 'all' : 'some'}
        choices={choices}
        onChange={(value) => onChange(value === 'some' ? [] : null)}
      />
      {chosen !== null && targets?.length === 0 && <p className="muted">{texts.noTargets}</p>}
      {chosen !== null && (
        <div className="event-choice">
          {targets?.map(({ id, name, kind }) => (
            <Checkbox
              key={id}
              isOn={chosen.includes(id)}
              hint={kind}
              onChange={(isOn) => onChange(withEntry(chosen, id, isOn))}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      )}
    </>
  )
}
