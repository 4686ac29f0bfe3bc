import { useNavigate } from '@tanstack/react-router'
import { CornerDownLeft, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListBoxItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import type { Owner } from '#console/navigation/owners.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'
import { type Command, commandsFor, matchingCommands } from './commands.ts'
import '#console/components/overlays/dialog.css'
import '#console/components/overlays/popover.css'
import './command-palette.css'

interface CommandPaletteProps {
  isOpen: boolean
  onClose(): void
  owners: readonly Owner[]
  current: Owner | undefined
}

/** Finds a page, an application or an add-on by a part of its name. */
export function CommandPalette({ isOpen, onClose, owners, current }: CommandPaletteProps) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const commands = useMemo(() => commandsFor(owners, current), [owners, current])
  const found = matchingCommands(commands, typed)
  const close = () => {
    setTyped('')
    onClose()
  }
  const open = ({ to }: Command) => {
    close()
    void navigate(to)
  }
  return (
    <ModalOverlay
      className="dialog-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(next) => !next && close()}
    >
      <Modal className="dialog-box palette">
        <Dialog aria-label={texts.search} className="dialog">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={texts.searchHint} autoFocus className="palette-field">
              <Search size={18} aria-hidden="true" />
              <Input placeholder={texts.searchHint} />
            </SearchField>
            <ListBox
              aria-label={texts.search}
              className="palette-list"
              items={found}
              selectionMode="none"
              onAction={(key) => {
                const command = found.find(({ id }) => id === key)
                if (command) open(command)
              }}
              renderEmptyState={() => <p className="list-empty">{texts.noResults}</p>}
            >
              {(command) => (
                <ListBoxItem id={command.id} textValue={command.label} className="list-item">
                  <span className="palette-group">{command.group}</span>
                  <span className="truncate">{command.label}</span>
                  <small className="truncate">{command.detail}</small>
                  <CornerDownLeft size={14} aria-hidden="true" className="palette-enter" />
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
