import { CircleCheck, CircleDashed } from 'lucide-react'
import type { Offer } from '#client/resources/marketplace/providers.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { addressOf, type ProviderTab } from '#console/navigation/addresses.ts'
import { providerTexts } from '#console/texts/en/provider.ts'
import { StagePanel } from './stage.tsx'
import { useProvider } from './use-provider.ts'

const texts = providerTexts.overview

/** Stage of a provider, the steps to the next stage, and its details. */
export function ProviderOverviewPage() {
  const { ownerId, provider } = useProvider()
  if (!provider) return null
  return (
    <div className="columns provider-columns">
      <div className="stack">
        <StagePanel ownerId={ownerId} provider={provider} />
      </div>
      <div className="stack">
        {!isOpen(provider) && <Steps ownerId={ownerId} provider={provider} />}
        <Information provider={provider} />
      </div>
    </div>
  )
}

const isOpen = ({ status }: Offer) => status === 'RELEASE' || status === 'DELETED'

function Steps({ ownerId, provider }: { ownerId: string; provider: Offer }) {
  const { id, plans, regions, shortDesc, supportEmail } = provider
  const steps: readonly { text: string; isDone: boolean; tab: ProviderTab }[] = [
    { text: texts.todoPlan, isDone: plans.length > 0, tab: 'plans' },
    { text: texts.todoZone, isDone: regions.length > 0, tab: 'manifest' },
    { text: texts.todoDescription, isDone: shortDesc !== '', tab: 'settings' },
    { text: texts.todoSupport, isDone: supportEmail !== '', tab: 'settings' },
  ]
  return (
    <Panel title={texts.todo}>
      <ul className="provider-steps">
        {steps.map(({ text, isDone, tab }) => (
          <li key={text} className={isDone ? 'provider-step-done' : undefined}>
            {isDone ? (
              <CircleCheck size={16} aria-label={texts.isDone} />
            ) : (
              <CircleDashed size={16} aria-label={texts.isOpen} />
            )}
            {isDone ? (
              text
            ) : (
              <ConsoleLink to={addressOf.provider(ownerId, id, tab)}>{text}</ConsoleLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Information({ provider }: { provider: Offer }) {
  const { facts } = texts
  const { id, regions, plans, features, website, supportEmail, shortDesc } = provider
  return (
    <Panel title={texts.information}>
      <FactList
        facts={[
          { name: facts.id, value: <CopyValue what={facts.id} value={id} /> },
          { name: facts.zones, value: regions.join(', ') || texts.noZones },
          { name: facts.plans, value: plans.length },
          { name: facts.features, value: features.length },
          shortDesc !== '' && { name: facts.description, value: shortDesc },
          website !== '' && {
            name: facts.website,
            value: <WebLink href={website}>{website}</WebLink>,
          },
          supportEmail !== '' && {
            name: facts.support,
            value: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
          },
        ]}
      />
    </Panel>
  )
}
