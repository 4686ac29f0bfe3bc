import type { DeploymentFailure as Failure } from '#client/resources/applications/deployments.ts'
import './deployment-failure.css'

interface DeploymentFailureProps {
  failure: Failure
  /** What failed, if that is not said beside it. */
  title?: string | undefined
}

/** Why a deployment failed, in one sentence, and what to do. */
export function DeploymentFailure({ failure: { message, advice }, title }: DeploymentFailureProps) {
  return (
    <div className="deployment-failure">
      {title && <h2>{title}</h2>}
      <p>{message}</p>
      <ul>
        {advice.map((line) => (
          // What a program printed is indented.
          <li key={line} className={line.startsWith(' ') ? 'mono' : undefined}>
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
