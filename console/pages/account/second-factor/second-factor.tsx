import { useState } from 'react'
import { secondFactor } from '#client/resources/accounts/second-factor.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { Form } from '#console/components/forms/form.tsx'
import { PasswordField } from '#console/components/forms/password-field.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { accountTexts } from '#console/texts/en/account.ts'
import { BackupCodes } from './backup-codes.tsx'
import { SetUp } from './set-up.tsx'
import './second-factor.css'

const texts = accountTexts.security

type Step = 'set-up' | 'show' | 'renew' | 'turn-off'

const titles: Readonly<Record<Step, string>> = {
  'set-up': texts.setUp,
  show: texts.codes,
  renew: texts.renew,
  'turn-off': texts.turnOffTitle,
}

/** Whether there is a second factor, and what can be done about it; each step asks for the password. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  return (
    <Panel
      title={texts.factor}
      actions={<Badge kind={isOn ? 'good' : 'plain'}>{isOn ? texts.on : texts.off}</Badge>}
    >
      <p className="panel-lead">{isOn ? texts.factorOn : texts.factorOff}</p>
      <div className="form-actions">
        {isOn ? (
          <>
            <Button onClick={() => setStep('show')}>{texts.show}</Button>
            <Button onClick={() => setStep('renew')}>{texts.renew}</Button>
            <Button kind="danger" onClick={() => setStep('turn-off')}>
              {texts.turnOff}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => setStep('set-up')}>
            {texts.setUp}
          </Button>
        )}
      </div>
      <Dialog
        title={step ? titles[step] : texts.factor}
        isOpen={step !== undefined}
        onClose={close}
        isKept
      >
        {step === 'set-up' && <SetUp onEnd={close} />}
        {(step === 'show' || step === 'renew') && <Codes isNew={step === 'renew'} onEnd={close} />}
        {step === 'turn-off' && <TurnOff onEnd={close} />}
      </Dialog>
    </Panel>
  )
}

/** Asks for the password, then shows the codes. */
function Codes({ isNew, onEnd }: { isNew: boolean; onEnd(): void }) {
  const [password, setPassword] = useState('')
  const read = useAction({
    run: () =>
      isNew
        ? secondFactor(connection).renewBackupCodes(password)
        : secondFactor(connection).backupCodes(password),
  })
  if (read.data) return <BackupCodes codes={read.data.map(({ code }) => code)} onEnd={onEnd} />
  return (
    <Form
      label={isNew ? texts.renew : texts.show}
      action={texts.goOn}
      isDisabled={password === ''}
      isPending={read.isPending}
      error={read.error}
      onSubmit={() => read.mutate()}
    >
      {isNew && <p>{texts.renewText}</p>}
      <PasswordField value={password} onChange={setPassword} autoFocus />
    </Form>
  )
}

function TurnOff({ onEnd }: { onEnd(): void }) {
  const [password, setPassword] = useState('')
  const remove = useAction({
    run: () => secondFactor(connection).remove(password),
    changes: [queryKeys.self],
    onDone: () => {
      showToast({ kind: 'plain', text: texts.turnedOff })
      onEnd()
    },
  })
  return (
    <Form
      label={texts.turnOff}
      action={texts.turnOff}
      isDangerous
      isDisabled={password === ''}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
    >
      <p>{texts.turnOffText}</p>
      <PasswordField value={password} onChange={setPassword} autoFocus />
    </Form>
  )
}
