import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { restartTexts as texts } from '#console/texts/en/application/variables.ts'
import { useRestart } from './use-restart.ts'
import './restart-offer.css'

interface RestartOfferProps {
  address: OwnedId
  /** The offer was taken or put off. */
  onDone(): void
}

/** Offers to restart an application whose variables have changed, if it is up. */
export function RestartOffer({ address, onDone }: RestartOfferProps) {
  const { data: application } = useQuery(applicationQuery(address))
  const restart = useRestart({ onDone })
  if (!application) return null
  const isUp = application.state === 'SHOULD_BE_UP'
  return (
    <section className="restart-offer" aria-label={texts.title}>
      <p role="status">
        {isUp && <strong>{texts.title}. </strong>}
        {isUp ? texts.running(application.name) : texts.stopped(application.name)}
      </p>
      {isUp && (
        <Button
          kind="primary"
          size="small"
          icon={RotateCw}
          isPending={restart.isPending}
          onClick={() => restart.mutate({ application })}
        >
          {texts.restart}
        </Button>
      )}
      <Button size="small" kind="quiet" onClick={onDone}>
        {texts.later}
      </Button>
      {restart.error && <ErrorLine error={restart.error} />}
    </section>
  )
}
