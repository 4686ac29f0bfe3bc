import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { billingOperation } from '#client/resources/billing/operation.ts'
import type { AnyOrganisation } from '#client/resources/operation.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmDialog } from '#console/components/overlays/confirm-dialog.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'

type Decision = AnyOrganisation['suspension']

const sentences = {
  suspended: texts.suspended,
  automatic: texts.resumed,
  exempt: texts.exempted,
} as const

/** Suspends or resumes an organisation, or books credit. */
export function OrganisationActions({ organisation }: { organisation: AnyOrganisation }) {
  const { id, name, suspendedAt, suspension } = organisation
  const [step, setStep] = useState<'suspend' | 'credit'>()
  const end = () => setStep(undefined)
  const decide = useAction({
    run: (decision: Decision) => billingOperation(connection).decideSuspension(id, decision),
    changes: [queryKeys.operator('organisations')],
    done: (decision) => sentences[decision](name),
    onDone: end,
  })
  const decideAtOnce = (decision: Decision) =>
    decide.mutate(decision, {
      onError: ({ message }) => showToast({ kind: 'wrong', text: message }),
    })
  const isSuspended = suspendedAt !== null
  const entries = [
    !isSuspended && {
      id: 'suspend',
      label: texts.suspend,
      isDangerous: true,
      onSelect: () => {
        decide.reset()
        setStep('suspend')
      },
    },
    (isSuspended || suspension !== 'automatic') && {
      id: 'resume',
      label: texts.resume,
      onSelect: () => decideAtOnce('automatic'),
    },
    suspension !== 'exempt' && {
      id: 'exempt',
      label: texts.exempt,
      onSelect: () => decideAtOnce('exempt'),
    },
    { id: 'credit', label: texts.credit, onSelect: () => setStep('credit') },
  ].filter((entry) => entry !== false)
  return (
    <>
      <MenuButton
        label={texts.actionsOf(name)}
        kind="quiet"
        size="small"
        icon={Ellipsis}
        iconOnly
        groups={[{ id: 'all', entries }]}
      />
      <ConfirmDialog
        title={texts.suspendTitle(name)}
        action={texts.suspend}
        isOpen={step === 'suspend'}
        isPending={decide.isPending}
        error={decide.error}
        onClose={end}
        onConfirm={() => decide.mutate('suspended')}
      >
        {texts.suspendHelp}
      </ConfirmDialog>
      <Dialog
        title={texts.creditTitle(name)}
        size="small"
        isOpen={step === 'credit'}
        isKept
        onClose={end}
      >
        <CreditForm ownerId={id} onEnd={end} />
      </Dialog>
    </>
  )
}

function CreditForm({ ownerId, onEnd }: { ownerId: string; onEnd(): void }) {
  const draft = useDraft({ amount: '', reason: '' })
  const { amount, reason } = draft.values
  const book = useSubmit(draft, {
    run: (sent) =>
      billingOperation(connection).grantCredit(ownerId, {
        amount: sent.amount.trim().replace(',', '.'),
        reason: sent.reason.trim(),
      }),
    done: texts.booked,
    onDone: onEnd,
  })
  return (
    <Form
      label={texts.credit}
      action={texts.book}
      isPending={book.isPending}
      isDisabled={amount.trim() === '' || reason.trim() === ''}
      error={book.error}
      onSubmit={book.submit}
    >
      <p className="muted small">{texts.creditHelp}</p>
      <TextField
        label={texts.amount}
        hint={texts.amountHint}
        inputMode="decimal"
        autoFocus
        value={amount}
        onChange={(typed) => draft.set({ amount: typed })}
      />
      <TextField
        label={texts.reason}
        hint={texts.reasonHint}
        value={reason}
        maxLength={200}
        onChange={(typed) => draft.set({ reason: typed })}
      />
    </Form>
  )
}
