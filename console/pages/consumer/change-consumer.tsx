import { useState } from 'react'
import {
  type Consumer,
  type ConsumerInput,
  consumers,
} from '#client/resources/accounts/consumers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { consumerTexts as texts } from '#console/texts/en/consumer.ts'
import { formTexts } from '#console/texts/en/forms.ts'
import { ConsumerFields } from './consumer-fields.tsx'
import { consumerProblems } from './consumer-problems.ts'

interface ChangeProps {
  ownerId: string
  consumer: Consumer
}

/** A button that opens the form with everything that can be changed. */
export function ChangeConsumer({ ownerId, consumer }: ChangeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
      <Dialog
        title={texts.changeTitle(consumer.name)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isKept
      >
        <ChangeForm ownerId={ownerId} consumer={consumer} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ChangeForm({ ownerId, consumer, onDone }: ChangeProps & { onDone(): void }) {
  const { key, ...known } = consumer
  const draft = useDraft<ConsumerInput>(known)
  const problems = consumerProblems(draft.values)
  const save = useSubmit(draft, {
    run: (sent) => consumers(connection).change(ownerId, key, sent),
    changes: [queryKeys.ofOwner(ownerId, 'consumers'), queryKeys.summary],
    done: formTexts.saved,
    onDone,
  })
  return (
    <Form
      label={texts.changeTitle(consumer.name)}
      action={formTexts.save}
      isDisabled={!draft.isChanged || Object.keys(problems).length > 0}
      isPending={save.isPending}
      error={save.error}
      onSubmit={save.submit}
    >
      <ConsumerFields value={draft.values} problems={problems} onChange={draft.set} />
    </Form>
  )
}
