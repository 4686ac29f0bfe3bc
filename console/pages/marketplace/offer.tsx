import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { useState } from 'react'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import type { Offer } from '#client/resources/marketplace/offers.ts'
import { isUnseen } from '#console/api/describe-error.ts'
import { mayDo } from '#console/api/permissions.ts'
import { offerQuery } from '#console/api/queries/catalogue.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'
import { OrderForm } from './order-form.tsx'
import { Ordered } from './ordered.tsx'
import { sortedPlans } from './plan-features.ts'
import { PlanTable } from './plan-table.tsx'
import { usePlanPrice } from './use-plan-price.ts'
import './offer.css'

export const loadMarketplaceOffer = (
  queryClient: QueryClient,
  { ownerId, providerId }: ProviderParams,
) => void queryClient.prefetchQuery(offerQuery(ownerId, providerId))

/** A service: what it is, its plans, and the order. */
export function MarketplaceOfferPage() {
  const { ownerId, providerId } = useParams({
    from: '/organisations/$ownerId/marketplace/$providerId',
  })
  const { data, error, refetch } = useQuery(offerQuery(ownerId, providerId))
  if (data) return <ShownOffer key={data.id} ownerId={ownerId} offer={data} />
  if (isUnseen(error)) return <NotFound />
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

function ShownOffer({ ownerId, offer }: { ownerId: string; offer: Offer }) {
  const role = useOwners().current?.role
  const plans = sortedPlans(offer.plans)
  const priceOf = usePlanPrice(ownerId)
  const [slug, setSlug] = useAddressState('plan', plans[0]?.slug ?? '')
  const [ordered, setOrdered] = useState<Addon>()
  const plan = plans.find((one) => one.slug === slug) ?? plans[0]
  if (ordered) return <Ordered ownerId={ownerId} ordered={ordered} />
  return (
    <>
      <PageHeader
        title={offer.name}
        detail={offer.shortDesc}
        actions={
          <ButtonLink to={addressOf.owner(ownerId, 'marketplace')} kind="quiet">
            {texts.back}
          </ButtonLink>
        }
      />
      <About offer={offer} />
      {plan ? (
        <>
          <Panel title={texts.comparison} isFlush>
            <PlanTable
              plans={plans}
              value={plan.id}
              priceOf={(one) => priceOf(offer.id, one)}
              onChange={(id) => setSlug(plans.find((one) => one.id === id)?.slug ?? '')}
            />
          </Panel>
          {mayDo(role, 'order') ? (
            <OrderForm ownerId={ownerId} offer={offer} plan={plan} onOrdered={setOrdered} />
          ) : (
            <p className="muted small">{texts.mayNot}</p>
          )}
        </>
      ) : (
        <EmptyState icon={Store} title={texts.noPlansTitle}>
          {texts.noPlansHelp}
        </EmptyState>
      )}
    </>
  )
}

function About({ offer: { longDesc, website, supportEmail } }: { offer: Offer }) {
  if (longDesc === '' && website === '' && supportEmail === '') return null
  return (
    <div className="offer-about">
      {longDesc !== '' && <p>{longDesc}</p>}
      <p className="offer-links">
        {website !== '' && <WebLink href={website}>{texts.website}</WebLink>}
        {supportEmail !== '' && <a href={`mailto:${supportEmail}`}>{texts.support}</a>}
      </p>
    </div>
  )
}
