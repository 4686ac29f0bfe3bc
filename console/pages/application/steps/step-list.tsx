import { Ban, Check, CircleDashed, LoaderCircle, Minus, X } from 'lucide-react'
import type { DeploymentStep } from '#client/resources/applications/deployments.ts'
import { RunningDuration } from '#console/components/display/relative-time.tsx'
import { duration } from '#console/format/times.ts'
import { stepTexts as texts } from '#console/texts/en/application/steps.ts'
import './step-list.css'

const icons = {
  waiting: CircleDashed,
  running: LoaderCircle,
  done: Check,
  failed: X,
  cancelled: Ban,
  skipped: Minus,
}

interface StepListProps {
  steps: readonly DeploymentStep[]
  /** Name of the chosen step. */
  selected?: string | undefined
  /** Steps that have begun can be chosen; the chosen one again chooses none. */
  onSelect?: ((name: string) => void) | undefined
}

/** Steps of a deployment as they happen, with how long each took. */
export function StepList({ steps, selected, onSelect }: StepListProps) {
  return (
    <ol className="step-list" aria-label={texts.steps}>
      {steps.map((step) => (
        <li key={step.name}>
          {onSelect && step.begunAt !== null ? (
            <button
              type="button"
              className={`step step-${step.state} step-choice`}
              aria-pressed={step.name === selected}
              onClick={() => onSelect(step.name === selected ? '' : step.name)}
            >
              <StepContent step={step} />
            </button>
          ) : (
            <div className={`step step-${step.state}`}>
              <StepContent step={step} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function StepContent({ step: { name, state, begunAt, endedAt } }: { step: DeploymentStep }) {
  const Icon = icons[state]
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      <span className="step-name">{texts.names[name]}</span>
      <span className="visually-hidden">{texts.states[state]}</span>
      <span className="step-time">
        {begunAt !== null && endedAt !== null && duration(endedAt - begunAt)}
        {begunAt !== null && state === 'running' && <RunningDuration since={begunAt} />}
      </span>
    </>
  )
}
