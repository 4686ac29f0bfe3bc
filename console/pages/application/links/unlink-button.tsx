import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { AskFirst } from '#console/components/forms/ask-first.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'

interface UnlinkButtonProps {
  name: string
  changes: readonly (readonly unknown[])[]
  onUnlink(): Promise<unknown>
  onDone(): void
}

/** Ends a link after asking. */
export function UnlinkButton({ name, changes, onUnlink, onDone }: UnlinkButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const unlink = useAction({
    run: onUnlink,
    changes,
    done: texts.unlinked(name),
    onDone: () => {
      setOpen(false)
      onDone()
    },
  })
  return (
    <>
      <Button kind="quiet" size="small" icon={Unlink} iconOnly onClick={() => setOpen(true)}>
        {texts.unlink(name)}
      </Button>
      <AskFirst
        title={texts.unlinkTitle(name)}
        action={texts.unlinkAction}
        isOpen={isOpen}
        isPending={unlink.isPending}
        error={unlink.error}
        onClose={() => {
          setOpen(false)
          unlink.reset()
        }}
        onConfirm={() => unlink.mutate()}
      >
        {texts.unlinkHelp(name)}
      </AskFirst>
    </>
  )
}
