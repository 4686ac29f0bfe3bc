import { RotateCw } from 'lucide-react'
import { type DeliveryRecord, deliveries } from '#client/resources/marketplace/deliveries.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { duration } from '#console/format/times.ts'
import { componentTexts } from '#console/texts/en/components.ts'
import { providerTexts } from '#console/texts/en/provider.ts'
import { indented, isRepeatable } from './call-text.ts'

const texts = providerTexts.calls

export function CallStatus({ record: { status } }: { record: DeliveryRecord }) {
  if (status === null) return <Badge kind="wrong">{texts.noAnswer}</Badge>
  return <Badge kind={status < 400 ? 'good' : 'wrong'}>{String(status)}</Badge>
}

interface CallDetailsProps {
  ownerId: string
  /** Absent while nothing is shown. */
  record: DeliveryRecord | undefined
  onClose(): void
  onRepeated(record: DeliveryRecord): void
}

/** What was sent and answered in a call, and the way to repeat one that failed. */
export function CallDetails({ ownerId, record, onClose, onRepeated }: CallDetailsProps) {
  const replay = useAction({
    run: ({ id, providerId }: DeliveryRecord) =>
      deliveries(connection).replay(ownerId, providerId, id),
    changes: [queryKeys.ofOwner(ownerId, 'providers')],
    onDone: (repeated) => {
      const answered = repeated.status === null ? texts.noAnswer : String(repeated.status)
      showToast({
        kind: repeated.status !== null && repeated.status < 400 ? 'good' : 'wrong',
        text: texts.replayed(answered),
      })
      onRepeated(repeated)
    },
  })
  const close = () => {
    replay.reset()
    onClose()
  }
  return (
    <Dialog
      title={record?.purpose ?? ''}
      size="wide"
      isOpen={record !== undefined}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{componentTexts.close}</Button>
          {record && isRepeatable(record) && (
            <Button
              kind="primary"
              icon={RotateCw}
              isPending={replay.isPending}
              onClick={() => replay.mutate(record)}
            >
              {texts.replay}
            </Button>
          )}
        </>
      }
    >
      {record && <Facts record={record} />}
      {replay.isError && <ErrorLine error={replay.error} />}
    </Dialog>
  )
}

function Facts({ record }: { record: DeliveryRecord }) {
  const { columns } = texts
  return (
    <>
      <FactList
        facts={[
          { name: columns.date, value: <RelativeTime date={Date.parse(record.date)} /> },
          { name: columns.direction, value: texts.directions[record.direction] },
          {
            name: texts.address,
            value: (
              <code>
                {record.method} {record.url}
              </code>
            ),
          },
          record.addonId !== null && {
            name: texts.addonFact,
            value: <code>{record.addonId}</code>,
          },
          { name: columns.status, value: <CallStatus record={record} /> },
          { name: columns.duration, value: duration(record.duration) },
          record.trouble !== '' && { name: columns.trouble, value: record.trouble },
        ]}
      />
      <Body title={texts.request} text={record.request} />
      <Body title={texts.answer} text={record.answer} />
      <p className="muted small">{texts.redacted}</p>
    </>
  )
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <div className="call-body">
      <h3>{title}</h3>
      {text === '' ? (
        <p className="muted small">{texts.nothing}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0}>{indented(text)}</pre>
      )}
    </div>
  )
}
