import { ArrowLeft } from 'lucide-react'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { deploymentTexts as texts } from '#console/texts/en/application/deployments.ts'
import './back-to-list.css'

/** Leads from one deployment to all. */
export function BackToList({ address }: { address: OwnedId }) {
  return (
    <div className="back-to-list">
      <ButtonLink
        to={addressOf.application(address, 'deployments')}
        kind="quiet"
        size="small"
        icon={ArrowLeft}
      >
        {texts.all}
      </ButtonLink>
    </div>
  )
}
