import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button, type ButtonLook } from '#console/components/controls/button.tsx'
import { type Action, useAction } from '#console/components/forms/use-action.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ConfirmButtonProps<Result> extends ButtonLook, Action<void, Result> {
  /** Read to screen readers instead of the text. */
  'aria-label'?: string | undefined
  disabled?: boolean | undefined
  /** Title of the dialog. */
  question: string
  /** What happens, in the dialog. */
  help: ReactNode
  /** The verb of the button in the dialog. */
  confirm: string
}

/** A button that asks, then runs an action; the dialog shows its error and closes once it is done. */
export function ConfirmButton<Result>(props: ConfirmButtonProps<Result>) {
  const { question, help, confirm, run, changes, done, onDone, ...look } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const keepFocus = useFocusAfterRemoval(button)
  const action = useAction<void, Result>({
    run,
    changes,
    done,
    onDone: (result) => {
      setOpen(false)
      onDone?.(result)
    },
  })
  return (
    <>
      <Button
        ref={button}
        {...look}
        onClick={() => {
          action.reset()
          setOpen(true)
        }}
      />
      <ConfirmDialog
        title={question}
        action={confirm}
        isOpen={isOpen}
        isPending={action.isPending}
        error={action.error}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          keepFocus()
          action.mutate()
        }}
      >
        {help}
      </ConfirmDialog>
    </>
  )
}

/**
 * Focuses the heading of the panel, else that of the page, when a button is removed by its own action: the dialog
 * cannot give the focus back to a button that is gone with its row, and the next Tab would begin at the top.
 * Returns what to call before the action.
 */
function useFocusAfterRemoval(button: RefObject<HTMLElement | null>): () => void {
  const isExpected = useRef(false)
  useEffect(() => {
    const panel = button.current?.closest('.panel')
    return () => {
      if (!isExpected.current) return
      // The dialog is removed in the same frame and looks for the button in the next one.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const place = panel?.isConnected ? panel.querySelector('h2') : null
        const heading = place ?? document.querySelector<HTMLElement>('main h1')
        heading?.focus({ preventScroll: true })
      })
    }
  }, [button])
  return () => {
    isExpected.current = true
  }
}
