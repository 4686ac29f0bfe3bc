import { useNavigate } from '@tanstack/react-router'
import { Building2, Check, Plus, Search, User } from 'lucide-react'
import type { RefObject } from 'react'
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { counted } from '#console/format/figures.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { componentTexts } from '#console/texts/en/components.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'
import '#console/components/overlays/popover.css'
import './owner-list.css'
import '#console/components/controls/field.css'
import '#console/components/overlays/dialog.css'

interface OwnerListProps {
  owners: readonly Owner[]
  current: Owner | undefined
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose(): void
}

/** Organisations to switch to, found by a part of their names. */
export function OwnerList({ owners, current, triggerRef, isOpen, onClose }: OwnerListProps) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const navigate = useNavigate()
  const create = addressOf.create('organisation')
  return (
    <Popover
      className="popover owner-list"
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      placement="bottom start"
    >
      <Dialog aria-label={texts.switchOrganisation} className="dialog">
        <Autocomplete filter={contains}>
          <SearchField aria-label={texts.findOrganisation} autoFocus className="search">
            <Search size={16} aria-hidden="true" />
            <Input className="control" placeholder={texts.findOrganisation} />
          </SearchField>
          <ListBox
            aria-label={texts.organisations}
            items={owners}
            selectionMode="none"
            onAction={(key) => {
              onClose()
              void navigate(addressOf.owner(String(key)))
            }}
            renderEmptyState={() => <p className="list-empty">{componentTexts.nothingFound}</p>}
          >
            {(owner) => (
              <ListBoxItem id={owner.id} textValue={owner.name} className="list-item">
                {owner.isPersonal ? (
                  <User size={16} aria-hidden="true" />
                ) : (
                  <Building2 size={16} aria-hidden="true" />
                )}
                <span className="truncate">{owner.name}</span>
                <small>{counted(owner.applications.length, 'application')}</small>
                {owner.id === current?.id && <Check size={16} aria-hidden="true" />}
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
        <ButtonLink to={create} kind="quiet" size="small" icon={Plus}>
          {texts.newOrganisation}
        </ButtonLink>
      </Dialog>
    </Popover>
  )
}
