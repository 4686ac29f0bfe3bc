import type { AccessLogEntry } from '#client/resources/applications/logs.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { figure } from '#console/format/figures.ts'
import { exactTime } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { placeOf, urlOf } from './access-filter.ts'

const texts = logTexts.access
/** Lines of the log around a request. */
const around = 30_000

interface AccessDetailsProps {
  address: OwnedId
  entry: AccessLogEntry
  onClose(): void
}

/** Everything that is known of a request, with a way to what the application wrote then. */
export function AccessDetails({ address, entry, onClose }: AccessDetailsProps) {
  const { requestId, date, http, source, destination, bytesIn, bytesOut, instanceId, zone } = entry
  const { facts } = texts
  const place = placeOf(source)
  const time = Date.parse(date)
  const span = {
    since: new Date(time - around).toISOString(),
    until: new Date(time + around).toISOString(),
  }
  return (
    <Dialog
      title={texts.details}
      isOpen
      onClose={onClose}
      actions={<ButtonLink to={addressOf.logs(address, span)}>{texts.toLog}</ButtonLink>}
    >
      <FactList
        facts={[
          http && { name: facts.method, value: http.request.method },
          http && {
            name: facts.url,
            value: <CopyValue what={facts.url} value={urlOf(http.request)} />,
          },
          http && { name: facts.status, value: http.response.statusCode },
          http && {
            name: facts.duration,
            value: figure(http.response.time, 'milliseconds'),
          },
          { name: facts.date, value: exactTime(time) },
          { name: facts.bytesIn, value: figure(bytesIn, 'bytes') },
          { name: facts.bytesOut, value: figure(bytesOut, 'bytes') },
          { name: facts.source, value: `${source.ip}:${source.port}` },
          place !== '' && { name: facts.place, value: place },
          { name: facts.destination, value: `${destination.ip}:${destination.port}` },
          instanceId !== undefined && {
            name: facts.instance,
            value: <CopyValue what={facts.instance} value={instanceId} />,
          },
          { name: facts.zone, value: zone },
          { name: facts.id, value: <CopyValue what={facts.id} value={requestId} /> },
        ]}
      />
    </Dialog>
  )
}
