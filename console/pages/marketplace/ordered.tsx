import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import { addonQuery } from '#console/api/queries/addons.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'

/** What happened to an order, and what its provider says about it. */
export function Ordered({ ownerId, ordered }: { ownerId: string; ordered: Addon }) {
  const address = { ownerId, id: ordered.id }
  const { data: addon = ordered } = useQuery(addonQuery(address))
  const isReady = addon.state === 'ready'
  const Icon = isReady ? CircleCheck : LoaderCircle
  return (
    <>
      <PageHeader title={texts.ordered(addon.name)} />
      <Panel title={`${addon.provider.name} · ${addon.plan.name}`}>
        <div className="ordered">
          <output className="ordered-state">
            <Icon size={20} aria-hidden="true" />
            {isReady ? texts.orderedHelp.ready : addon.trouble || texts.orderedHelp.waiting}
          </output>
          {addon.message !== '' && (
            <div>
              <h3>{texts.message}</h3>
              <blockquote>{addon.message}</blockquote>
            </div>
          )}
          <ButtonLink to={addressOf.addon(address)} kind="primary">
            {texts.toAddon}
          </ButtonLink>
        </div>
      </Panel>
    </>
  )
}
