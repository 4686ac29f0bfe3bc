import { useNavigate } from '@tanstack/react-router'
import { Box, Building2, KeyRound, type LucideIcon, Puzzle, Store } from 'lucide-react'
import { SearchField } from '#console/components/controls/choices.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { addressOf, type Creatable } from '#console/navigation/addresses.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { createTexts as texts } from '#console/texts/en/create.ts'
import { createEntries } from './things.ts'
import './create.css'

const icons: Readonly<Record<Creatable, LucideIcon>> = {
  application: Box,
  addon: Puzzle,
  consumer: KeyRound,
  organisation: Building2,
  provider: Store,
}

/** Everything that can be created, found by typing; Enter takes the first. */
export function CreatePage() {
  const navigate = useNavigate()
  const { owners, current } = useOwners()
  const [forOwner] = useAddressState('for')
  const [search, setSearch] = useAddressState('search')
  const owner = owners.find(({ id }) => id === forOwner) ?? current
  const entries = createEntries(search, owner?.role).map((entry) => ({
    ...entry,
    to: addressOf.create(entry.thing, owner?.id),
  }))
  const openFirst = () => {
    const first = entries.find(({ isPermitted }) => isPermitted)
    if (first) void navigate(first.to)
  }
  return (
    <>
      <PageHeader title={texts.title} />
      <form
        className="create-search"
        onSubmit={(event) => {
          event.preventDefault()
          openFirst()
        }}
      >
        <SearchField label={texts.search} value={search} onChange={setSearch} />
      </form>
      {entries.length === 0 ? (
        <EmptyState title={texts.nothing} />
      ) : (
        <ul className="create-list">
          {entries.map(({ thing, label, help, isPermitted, to }) => {
            const Icon = icons[thing]
            return (
              <li key={thing} className="link-card create-entry">
                <Icon size={24} strokeWidth={1.5} aria-hidden="true" />
                <div>
                  <h2>{isPermitted ? <ConsoleLink to={to}>{label}</ConsoleLink> : label}</h2>
                  <p>{help}</p>
                  {!isPermitted && <p>{texts.mayNot}</p>}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
