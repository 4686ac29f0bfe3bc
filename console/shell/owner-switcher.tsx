import { Building2, ChevronsUpDown, User } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import type { KnownOwners } from '#console/navigation/use-owner.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'

const loadList = () => import('./owner-list.tsx')
const OwnerList = lazy(async () => ({ default: (await loadList()).OwnerList }))

/** Name of the current organisation, which opens the list of all. */
export function OwnerSwitcher({ owners, current, isLoading }: KnownOwners) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  const Icon = current?.isPersonal ? User : Building2
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="owner-switcher"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadList()}
        onFocus={() => void loadList()}
        onClick={() => {
          setWasOpen(true)
          setOpen(true)
        }}
      >
        <Icon size={16} aria-hidden="true" />
        <span className="visually-hidden">{texts.switchOrganisation}: </span>
        {isLoading ? (
          <Skeleton width="8rem" />
        ) : (
          <span className="truncate">{current?.name ?? texts.organisations}</span>
        )}
        <ChevronsUpDown size={14} aria-hidden="true" />
      </button>
      {wasOpen && (
        <Suspense>
          <OwnerList
            owners={owners}
            current={current}
            triggerRef={ref}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
