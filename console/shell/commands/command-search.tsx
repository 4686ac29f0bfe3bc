import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
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
import { commandTexts as texts } from '#console/texts/en/commands.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import type { Command } from './command.ts'
import '#console/components/overlays/dialog.css'
import '#console/components/overlays/popover.css'
import './command-palette.css'

interface CommandSearchProps {
  isOpen: boolean
  typed: string
  /** What matches, the best first. */
  commands: readonly Command[]
  onType(typed: string): void
  onChoose(command: Command): void
  onClose(): void
}

/** The field and the list of the palette. */
export function CommandSearch(props: CommandSearchProps) {
  const { isOpen, typed, commands, onType, onChoose, onClose } = props
  const list = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => {
    const [first] = commands
    const hasFocused = list.current?.querySelector('[data-focused]')
    // A text that was filled in or pasted has no option in focus yet.
    const isFirstMeant = event.key === 'Enter' && typed !== '' && !hasFocused
    if (event.key !== 'Escape' && !isFirstMeant) return
    event.preventDefault()
    // The field would only be cleared by Escape.
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else if (first) onChoose(first)
  }
  return (
    <ModalOverlay
      className="dialog-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
    >
      <Modal className="dialog-box palette">
        <Dialog aria-label={shellTexts.search} className="dialog">
          <Autocomplete inputValue={typed} onInputChange={onType}>
            <SearchField aria-label={texts.hint} autoFocus className="palette-field">
              <Search size={18} aria-hidden="true" />
              <Input placeholder={texts.hint} onKeyDownCapture={onKey} />
            </SearchField>
            <ListBox
              ref={list}
              aria-label={texts.results}
              className="palette-list"
              items={commands}
              selectionMode="none"
              onAction={(key) => {
                const command = commands.find(({ id }) => id === key)
                if (command) onChoose(command)
              }}
              renderEmptyState={() => <p className="list-empty">{texts.noResults}</p>}
            >
              {(command) => <CommandItem command={command} />}
            </ListBox>
          </Autocomplete>
          <p className="palette-footer">{texts.footer}</p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function CommandItem({ command: { id, label, group, detail, keys } }: { command: Command }) {
  return (
    <ListBoxItem id={id} textValue={label} className="list-item">
      <span className="palette-group">{group}</span>
      <span className="truncate">{label}</span>
      <small className="truncate">{detail}</small>
      {keys && (
        <span className="palette-keys">
          {keys.map((key, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
            <kbd key={at}>{key.toUpperCase()}</kbd>
          ))}
        </span>
      )}
      <CornerDownLeft size={14} aria-hidden="true" className="palette-enter" />
    </ListBoxItem>
  )
}
