import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading, Modal, ModalOverlay, Dialog as RacDialog } from 'react-aria-components'
import { Button } from '#console/components/controls/button.tsx'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import './dialog.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
  /** Buttons at the end; the last one is the main one. */
  actions?: ReactNode
  size?: 'small' | 'wide' | undefined
  /** A click beside it does not close it, because something was typed. */
  isKept?: boolean | undefined
}

/** A modal dialog: the focus stays in it and returns to where it was. */
export function Dialog({ title, isOpen, onClose, children, actions, size, isKept }: DialogProps) {
  return (
    <ModalOverlay
      className="dialog-overlay"
      isOpen={isOpen}
      isDismissable={!isKept}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={`dialog-box${size ? ` dialog-${size}` : ''}`}>
        <RacDialog className="dialog">
          <header className="dialog-header">
            <Heading slot="title">{title}</Heading>
            <Button kind="quiet" size="small" icon={X} iconOnly onClick={onClose}>
              {texts.close}
            </Button>
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </RacDialog>
      </Modal>
    </ModalOverlay>
  )
}
