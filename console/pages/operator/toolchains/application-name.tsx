import type { OutdatedApplication } from '#client/resources/toolchains.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import '#console/components/display/table.css'

/** An application of any owner: a link for members, who alone may see it. */
export function ApplicationName({
  application,
}: {
  application: Omit<OutdatedApplication, 'tools'>
}) {
  const { owners } = useOwners()
  const { applicationId: id, applicationName, ownerId } = application
  const owner = owners.find((each) => each.id === ownerId)
  return (
    <span className="cell-name">
      {owner ? (
        <ConsoleLink to={addressOf.application({ ownerId, id })}>{applicationName}</ConsoleLink>
      ) : (
        <strong>{applicationName}</strong>
      )}
      <small>{owner?.name ?? ownerId}</small>
    </span>
  )
}
