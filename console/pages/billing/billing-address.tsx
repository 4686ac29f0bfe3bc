import { useQuery } from '@tanstack/react-query'
import { mayDo } from '#console/api/permissions.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { organisationQuery } from '#console/api/queries/organisations.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { addressOf, type BillingTab } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { withWayBack } from '#console/navigation/use-way-back.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'
import { countryCode, countryName } from '#kit/text/countries.ts'

const texts = billingTexts.account

/** The address that invoices go to: that of the organisation, or of the profile. */
export function BillingAddress({ owner }: { owner: Owner }) {
  return (
    <Panel title={texts.address} actions={<AddressLink owner={owner} back="account" />}>
      {owner.isPersonal ? <OfUser /> : <OfOrganisation ownerId={owner.id} />}
    </Panel>
  )
}

interface AddressLinkProps {
  owner: Owner
  /** The tab to return to. */
  back: BillingTab
}

/** Leads to the form with the address and back; for others it says who may fill it in. */
export function AddressLink({ owner, back }: AddressLinkProps) {
  if (!mayDo(owner.role, 'govern'))
    return <span className="muted small">{texts.addressByAdministrator}</span>
  const form = owner.isPersonal
    ? addressOf.account('profile')
    : addressOf.owner(owner.id, 'settings')
  return (
    <ButtonLink to={withWayBack(form, owner.id, back)} size="small">
      {texts.changeAddress}
    </ButtonLink>
  )
}

function OfUser() {
  const query = useQuery(selfQuery)
  return (
    <Loaded query={query} skeleton={<SkeletonLines count={3} />}>
      {(user) => (
        <FactList
          facts={[
            { name: texts.name, value: given(user.name) },
            { name: texts.street, value: given(lineOf(user)) },
            { name: texts.email, value: user.email },
          ]}
        />
      )}
    </Loaded>
  )
}

function OfOrganisation({ ownerId }: { ownerId: string }) {
  const query = useQuery(organisationQuery(ownerId))
  return (
    <Loaded query={query} skeleton={<SkeletonLines count={5} />}>
      {(organisation) => (
        <FactList
          facts={[
            { name: texts.name, value: organisation.name },
            { name: texts.company, value: given(organisation.company) },
            { name: texts.street, value: given(lineOf(organisation)) },
            { name: texts.vat, value: given(organisation.VAT) },
            { name: texts.email, value: given(organisation.billingEmail) },
          ]}
        />
      )}
    </Loaded>
  )
}

const given = (text: string) => text || <span className="muted">{texts.none}</span>

interface Address {
  address: string
  zipcode: string
  city: string
  country: string
}

const lineOf = ({ address, zipcode, city, country }: Address): string =>
  [address, [zipcode, city].filter(Boolean).join(' '), countryName(countryCode(country) ?? '')]
    .filter(Boolean)
    .join(', ')
