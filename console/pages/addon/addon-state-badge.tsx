import type { Addon } from '#client/resources/marketplace/addons.ts'
import { LiveBadge } from '#console/components/display/state-badge.tsx'
import { organisationTexts as texts } from '#console/texts/en/organisation/overview.ts'

const kinds = {
  ordering: 'accent',
  uncertain: 'warning',
  pending: 'accent',
  ready: 'good',
  suspended: 'warning',
  deleting: 'plain',
} as const

/** State of an add-on as a word and a colour, the same everywhere. */
export const AddonStateBadge = ({ state }: Pick<Addon, 'state'>) => (
  <LiveBadge kind={kinds[state]}>{texts.addonStates[state]}</LiveBadge>
)
