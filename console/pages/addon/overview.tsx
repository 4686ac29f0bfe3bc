import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Addon, addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { linkedApplicationsQuery } from '#console/api/queries/addons.ts'
import { addonCostQuery } from '#console/api/queries/billing.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { TagEditor } from '#console/components/tags/tag-editor.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners, useRole } from '#console/navigation/use-owner.ts'
import { CostPanel } from '#console/pages/billing/costs/cost-panel.tsx'
import { featureValue } from '#console/pages/marketplace/plan-features.ts'
import { usePlanPrice } from '#console/pages/marketplace/use-plan-price.ts'
import { addonTexts as texts } from '#console/texts/en/addon.ts'
import { tagTexts } from '#console/texts/en/tags.ts'
import { UsagePanel } from './metrics/usage-panel.tsx'
import { useAddon } from './use-addon.ts'

/** What an add-on is, how it is doing, and what its plan has. */
export function AddonOverviewPage() {
  const { address, addon } = useAddon()
  const linked = useQuery(linkedApplicationsQuery(address))
  const mayMeter = mayDo(useRole(address.ownerId), 'meter')
  const cost = useQuery({ ...addonCostQuery(address), enabled: mayMeter })
  if (!addon) return null
  return (
    <>
      <Notice address={address} addon={addon} />
      <div className="columns">
        <Panel title={texts.information}>
          <Information address={address} addon={addon} />
        </Panel>
        <div className="stack">
          {addon.state === 'ready' && <UsagePanel address={address} />}
          {mayMeter && <CostPanel ownerId={address.ownerId} query={cost} />}
          <Panel title={texts.features}>
            <Features addon={addon} />
          </Panel>
          {addon.message !== '' && (
            <Panel title={texts.message}>
              <p className="addon-message">{addon.message}</p>
            </Panel>
          )}
          <Panel title={texts.linked}>
            <Loaded query={linked}>
              {(applications) =>
                applications.length === 0 ? (
                  <p className="muted small">{texts.applications.none}</p>
                ) : (
                  <ul>
                    {applications.map(({ id, name }) => (
                      <li key={id}>
                        <ConsoleLink to={addressOf.application({ ownerId: address.ownerId, id })}>
                          {name}
                        </ConsoleLink>
                      </li>
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </Panel>
        </div>
      </div>
    </>
  )
}

function Information({ address, addon }: { address: OwnedId; addon: Addon }) {
  const priceOf = usePlanPrice(address.ownerId)
  const { facts } = texts
  const role = useOwners().current?.role
  const { id, realId, provider, plan, region, creationDate } = addon
  return (
    <FactList
      facts={[
        { name: facts.id, value: <CopyValue what={facts.id} value={id} /> },
        realId !== id && {
          name: facts.realId,
          value: <CopyValue what={facts.realId} value={realId} />,
        },
        { name: facts.provider, value: provider.name },
        { name: facts.plan, value: plan.name },
        {
          name: facts.price,
          value: priceOf(provider.id, plan),
        },
        { name: facts.zone, value: region },
        {
          name: tagTexts.tags,
          value: <TagEditor kind="addon" address={address} mayChange={mayDo(role, 'order')} />,
        },
        { name: facts.created, value: <RelativeTime date={creationDate} /> },
        provider.website !== '' && {
          name: facts.website,
          value: <WebLink href={provider.website}>{provider.website}</WebLink>,
        },
        provider.supportEmail !== '' && {
          name: facts.support,
          value: <a href={`mailto:${provider.supportEmail}`}>{provider.supportEmail}</a>,
        },
      ]}
    />
  )
}

function Features({ addon: { plan } }: { addon: Addon }) {
  if (plan.features.length === 0) return <p className="muted small">{texts.noFeatures}</p>
  return (
    <FactList
      facts={plan.features.map((feature) => ({
        name: feature.name,
        value: featureValue(feature),
      }))}
    />
  )
}

/** What keeps it from being ready, and the way to ask its provider again. */
function Notice({ address, addon }: { address: OwnedId; addon: Addon }) {
  const role = useOwners().current?.role
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => addons(connection).retry(address),
    onSuccess: () => {
      showToast({ kind: 'plain', text: texts.retried })
      return queryClient.invalidateQueries({ queryKey: queryKeys.addon(address) })
    },
  })
  const { state, trouble } = addon
  const sentence = trouble || texts.states[state]
  if (sentence === '') return null
  const mayRetry = (state === 'uncertain' || state === 'deleting') && mayDo(role, 'order')
  return (
    <div className={`addon-notice${trouble ? ' addon-trouble' : ''}`} role="status">
      <p>
        {trouble && <strong>{texts.trouble}: </strong>}
        {sentence}
      </p>
      {mayRetry && (
        <Button size="small" isPending={retry.isPending} onClick={() => retry.mutate()}>
          {texts.retry}
        </Button>
      )}
      {retry.isError && <ErrorLine error={retry.error} />}
    </div>
  )
}
