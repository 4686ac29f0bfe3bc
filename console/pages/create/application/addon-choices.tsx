import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '#console/api/queries/overview.ts'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { createTexts } from '#console/texts/en/create.ts'
import '#console/pages/create/create-form.css'

const texts = createTexts.application

interface AddonChoicesProps {
  ownerId: string
  /** Ids of those that are linked. */
  value: readonly string[]
  onChange(ids: readonly string[]): void
}

/** Add-ons that a new application can be linked to; nothing where there is none. */
export function AddonChoices({ ownerId, value, onChange }: AddonChoicesProps) {
  const { data } = useQuery(overviewQuery(ownerId))
  const ready = data?.addons.filter(({ state }) => state === 'ready') ?? []
  if (ready.length === 0) return null
  return (
    <Panel title={texts.links}>
      <div className="create-fields">
        <p className="muted small">{texts.linksHelp}</p>
        {ready.map(({ id, name, providerName, plan }) => (
          <Checkbox
            key={id}
            isOn={value.includes(id)}
            hint={`${providerName} · ${plan}`}
            onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </Panel>
  )
}
