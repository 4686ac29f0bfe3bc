import { Check, CircleDashed, ExternalLink, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApplicationStatus } from '#client/resources/overview.ts'
import { Button, ButtonLink, ButtonWebLink } from '#console/components/controls/button.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { duration } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { firstRunTexts as texts } from '#console/texts/en/organisation/first-run.ts'
import './first-steps.css'

interface FirstStepsProps {
  ownerId: string
  status: ApplicationStatus
}

/** The way from a new application to a changed variable, which the example `hello` has; only while the address asks for it. */
export function FirstSteps({ ownerId, status }: FirstStepsProps) {
  const [guide, setGuide] = useAddressState('guide')
  if (guide !== 'first' && guide !== 'example') return null
  const { name, state, url, lastDeployment } = status
  const variables = addressOf.application({ ownerId, id: status.id }, 'variables')
  const isRunning = state === 'running'
  const took = lastDeployment?.duration
  return (
    <Panel
      title={texts.onward}
      actions={
        <Button kind="quiet" size="small" onClick={() => setGuide('')}>
          {texts.hide}
        </Button>
      }
    >
      <ol className="first-steps">
        <FirstStep progress="done">{texts.steps.made}</FirstStep>
        <FirstStep progress={isRunning ? 'done' : state === 'failed' ? 'failed' : 'running'}>
          {texts.steps.deployed}
          {isRunning && took ? <span className="muted">{texts.took(duration(took))}</span> : null}
        </FirstStep>
        <FirstStep progress="waiting">
          {texts.steps.open}
          {isRunning && url && (
            <ButtonWebLink href={url} kind="primary" size="small" icon={ExternalLink}>
              {texts.openIt(name)}
            </ButtonWebLink>
          )}
        </FirstStep>
        {guide === 'first' && (
          <FirstStep progress="waiting">
            {texts.steps.change}
            {isRunning && (
              <ButtonLink to={variables} size="small">
                {texts.toVariables}
              </ButtonLink>
            )}
          </FirstStep>
        )}
      </ol>
    </Panel>
  )
}

const icons = { done: Check, running: LoaderCircle, waiting: CircleDashed, failed: X }

function FirstStep({ progress, children }: { progress: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[progress]
  return (
    <li className={`first-step first-step-${progress}`}>
      <Icon size={18} aria-hidden="true" />
      {children}
    </li>
  )
}
