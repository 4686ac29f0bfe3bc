import type { DeploymentFailure as Failure } from '#client/resources/applications/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { deploymentTexts } from '#console/texts/en/application/deployments.ts'
import './deployment-failure.css'

interface DeploymentFailureProps {
  address: OwnedId
  /** Id of the deployment. */
  uuid: string
  failure: Failure
  /** What failed, if that is not said beside it. */
  title?: string | undefined
}

/** Why a deployment failed: what its log says, which step it was, and what to do. */
export function DeploymentFailure({ address, uuid, failure, title }: DeploymentFailureProps) {
  const { message, advice, headline } = failure
  return (
    <div className="deployment-failure">
      {title && <h2>{title}</h2>}
      {headline && (
        <p className="deployment-failure-headline">
          <ConsoleLink
            to={addressOf.logs(address, {
              deployment: uuid,
              line: headline.lineId,
              at: new Date(headline.date).toISOString(),
            })}
            title={deploymentTexts.one.showLine}
          >
            {headline.file && <code>{placeOf(headline)}</code>} {headline.sentence}
          </ConsoleLink>
        </p>
      )}
      <p className={headline ? 'deployment-failure-step' : undefined}>{message}</p>
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

const placeOf = ({ file, line, column }: NonNullable<Failure['headline']>) =>
  [file, line, column].filter((part) => part !== null).join(':')
