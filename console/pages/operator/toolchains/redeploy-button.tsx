import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { redeploymentQuery } from '#console/api/queries/operator/operation.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { toolchainTexts as texts } from '#console/texts/en/operator/toolchains.ts'

/** Asks how many applications at a time, and begins; nothing while one is under way. */
export function RedeployButton() {
  const { data: redeployment } = useQuery(redeploymentQuery)
  const [isOpen, setOpen] = useState(false)
  if (redeployment === undefined || redeployment?.state === 'running') return null
  return (
    <>
      <Button kind="primary" icon={RotateCw} onClick={() => setOpen(true)}>
        {texts.redeployAll}
      </Button>
      <Dialog
        title={texts.redeployTitle}
        size="small"
        isOpen={isOpen}
        isKept
        onClose={() => setOpen(false)}
      >
        <LimitsForm onEnd={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const isCount = (text: string) => /^[1-9]\d{0,2}$/.test(text.trim())

function LimitsForm({ onEnd }: { onEnd(): void }) {
  const draft = useDraft({ concurrency: '2', maxFailures: '1' })
  const { concurrency, maxFailures } = draft.values
  const begin = useSubmit(draft, {
    run: (sent) =>
      toolchains(connection).redeploy({
        concurrency: Number(sent.concurrency),
        maxFailures: Number(sent.maxFailures),
      }),
    changes: [queryKeys.operator('redeployment')],
    done: texts.begun,
    onDone: onEnd,
  })
  return (
    <Form
      label={texts.redeployTitle}
      action={texts.begin}
      isPending={begin.isPending}
      isDisabled={!isCount(concurrency) || !isCount(maxFailures)}
      error={begin.error}
      onSubmit={begin.submit}
    >
      <p className="muted small">{texts.redeployHelp}</p>
      <TextField
        label={texts.concurrency}
        hint={texts.numberHint}
        inputMode="numeric"
        autoFocus
        value={concurrency}
        onChange={(typed) => draft.set({ concurrency: typed })}
      />
      <TextField
        label={texts.maxFailures}
        hint={texts.numberHint}
        inputMode="numeric"
        value={maxFailures}
        onChange={(typed) => draft.set({ maxFailures: typed })}
      />
    </Form>
  )
}
