import { useQuery } from '@tanstack/react-query'
import { maintenanceQuery } from '#console/api/queries/application/maintenance.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Notice } from '#console/components/display/notice.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { maintenanceTexts as texts } from '#console/texts/en/application/maintenance.ts'

/** Says on every page of an application that visitors do not reach it. */
export function MaintenanceBanner({ address }: { address: OwnedId }) {
  const { data } = useQuery(maintenanceQuery(address))
  if (!data?.isOn || data.since === null) return null
  const { since, until, startedBy } = data
  return (
    <Notice label={texts.banner}>
      <p>
        <strong>{texts.banner}.</strong> {texts.bannerText} {texts.since}{' '}
        <RelativeTime date={since} />
        {startedBy?.name ? ` ${texts.by(startedBy.name)}` : '.'}
        {until !== null && (
          <>
            {' '}
            {texts.expected} <RelativeTime date={until} />.
          </>
        )}
      </p>
      <ConsoleLink to={addressOf.application(address, 'settings')}>{texts.settings}</ConsoleLink>
    </Notice>
  )
}
