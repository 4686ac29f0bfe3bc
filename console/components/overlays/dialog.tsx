import { X } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { Heading, Modal, ModalOverlay, Dialog as RacDialog } from 'react-aria-components'
import { Button } from '#console/components/controls/button.tsx'
import { DraftRegistry } from '#console/components/drafts/draft-registry.ts'
import { DraftScope } from '#console/components/drafts/draft-scope.ts'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import { draftTexts } from '#console/texts/en/forms.ts'
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

/** A modal dialog: the focus stays in it and returns to where it was. Closing it with a draft in it asks. */
export function Dialog({ isOpen, onClose, children, ...frame }: DialogProps) {
  const outer = useContext(DraftScope)
  const [drafts] = useState(() => new DraftRegistry(outer))
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    onClose()
  }
  return (
    <>
      <DialogFrame
        {...frame}
        isOpen={isOpen}
        onClose={() => (drafts.isEmpty ? onClose() : setAsking(true))}
      >
        <DraftScope value={drafts}>{children}</DraftScope>
      </DialogFrame>
      <DialogFrame
        title={draftTexts.closeTitle}
        size="small"
        isOpen={isOpen && isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="danger" onClick={close}>
              {draftTexts.discard}
            </Button>
            <Button kind="primary" onClick={() => setAsking(false)} autoFocus>
              {draftTexts.goOn}
            </Button>
          </>
        }
      >
        <p>{draftTexts.closeHelp}</p>
      </DialogFrame>
    </>
  )
}

function DialogFrame({ title, isOpen, onClose, children, actions, size, isKept }: DialogProps) {
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
