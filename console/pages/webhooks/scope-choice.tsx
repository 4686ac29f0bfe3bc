import { Select } from '#console/components/controls/choices.tsx'
import { useOwners } from '#console/navigation/use-owner.ts'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'

interface ScopeChoiceProps {
  /** `null` for everything of the organisation. */
  scope: readonly string[] | null
  onChange(scope: string[] | null): void
}

/** The whole organisation, or one application or add-on; a hook for several, which the API can make, stays as it is. */
export function ScopeChoice({ scope, onChange }: ScopeChoiceProps) {
  const { current } = useOwners()
  const things = [...(current?.applications ?? []), ...(current?.addons ?? [])]
  const isSeveral = scope !== null && scope.length > 1
  return (
    <Select
      label={texts.scope}
      value={scope === null ? '' : isSeveral ? 'kept' : (scope[0] ?? '')}
      choices={[
        { value: '', label: texts.scopeChoices.all },
        ...(isSeveral ? [{ value: 'kept', label: texts.scopeChoices.kept }] : []),
        ...things.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(value) => value !== 'kept' && onChange(value === '' ? null : [value])}
    />
  )
}

/** Names of what a hook is about. */
export function useScopeNames() {
  const { current } = useOwners()
  const things = [...(current?.applications ?? []), ...(current?.addons ?? [])]
  return (scope: readonly string[] | null): string =>
    scope === null
      ? texts.everything
      : scope.map((id) => things.find((thing) => thing.id === id)?.name ?? id).join(', ')
}

/** Names of events in words where there are some. */
export const eventText = (events: readonly string[] | null): string =>
  events === null
    ? texts.allEvents
    : events.map((name) => texts.metaEvents[name] ?? name).join(', ')
