import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import type { Offer } from '#client/resources/marketplace/offers.ts'
import { mayDo } from '#console/api/permissions.ts'
import { offersQuery } from '#console/api/queries/catalogue.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { SearchField } from '#console/components/controls/choices.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Avatar } from '#console/components/display/avatar.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { OwnerParams } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwnerId, useOwners } from '#console/navigation/use-owner.ts'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'
import { matchingOffers, sortedPlans } from './plan-features.ts'
import { type PlanPriceText, usePlanPrice } from './use-plan-price.ts'
import './marketplace.css'

export const loadMarketplace = (queryClient: QueryClient, { ownerId }: OwnerParams) =>
  void queryClient.prefetchQuery(offersQuery(ownerId))

/** What can be ordered, as cards. */
export function MarketplacePage() {
  const ownerId = useOwnerId()
  const role = useOwners().current?.role
  const offers = useQuery(offersQuery(ownerId))
  const [search, setSearch] = useAddressState('search')
  return (
    <>
      <PageHeader
        title={texts.title}
        guide="marketplace/customers"
        actions={
          mayDo(role, 'offer') && (
            <ButtonLink to={addressOf.owner(ownerId, 'providers')} kind="quiet">
              {texts.ownProviders}
            </ButtonLink>
          )
        }
      />
      <p className="muted">{texts.lead}</p>
      <div className="marketplace-search">
        <SearchField label={texts.search} value={search} onChange={setSearch} />
      </div>
      <Loaded query={offers} skeleton={<CardSkeletons />}>
        {(all) => <Cards ownerId={ownerId} all={all} search={search} />}
      </Loaded>
    </>
  )
}

function Cards({
  ownerId,
  all,
  search,
}: {
  ownerId: string
  all: readonly Offer[]
  search: string
}) {
  const priceOf = usePlanPrice(ownerId)
  if (all.length === 0)
    return (
      <EmptyState icon={Store} title={texts.empty}>
        {texts.emptyHelp}
      </EmptyState>
    )
  const shown = matchingOffers(all, search)
  if (shown.length === 0) return <EmptyState title={texts.nothing} />
  return (
    <ul className="marketplace-cards">
      {shown.map((offer) => (
        <li key={offer.id} className="link-card offer-card">
          <Avatar name={offer.name} picture={offer.logoUrl} isSquare />
          <div className="offer-card-text">
            <h2>
              <ConsoleLink to={addressOf.offer(ownerId, offer.id)}>{offer.name}</ConsoleLink>
              {offer.status.startsWith('BETA') && <Badge kind="accent">{texts.beta}</Badge>}
            </h2>
            <p>{offer.shortDesc}</p>
            <p className="offer-card-price">{priceLine(offer, priceOf)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Number of plans, and the price of the cheapest. */
function priceLine({ id, plans }: Offer, priceOf: PlanPriceText): string {
  const [cheapest] = sortedPlans(plans)
  if (!cheapest) return texts.noPlans
  const cost = priceOf(id, cheapest)
  const from = cost === texts.free ? texts.freePlan : texts.from(cost)
  return `${texts.plans(plans.length)} · ${from}`
}

const CardSkeletons = () => (
  <div className="marketplace-cards">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} height="7.5rem" />
    ))}
  </div>
)
