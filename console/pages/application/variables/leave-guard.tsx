import { useBlocker } from '@tanstack/react-router'
import { Button } from '#console/components/controls/button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'

/** Asks before the page is left with changes that are not saved. */
export function LeaveGuard({ isActive }: { isActive: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isActive && current.pathname !== next.pathname,
    enableBeforeUnload: () => isActive,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      title={texts.leaveTitle}
      size="small"
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      actions={
        <>
          <Button kind="danger" onClick={() => blocker.proceed?.()}>
            {texts.leave}
          </Button>
          <Button kind="primary" onClick={stay} autoFocus>
            {texts.stay}
          </Button>
        </>
      }
    >
      <p>{texts.leaveHelp}</p>
    </Dialog>
  )
}
