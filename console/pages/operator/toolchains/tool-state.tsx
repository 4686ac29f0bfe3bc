import type { OutdatedTool } from '#client/resources/toolchains.ts'
import { Badge } from '#console/components/display/state-badge.tsx'
import { toolchainTexts as texts } from '#console/texts/en/operator/toolchains.ts'

/** What is wrong with a release of a tool, in a few words. */
export function ToolState({
  newer,
  endedOn,
  securityRelease,
}: Pick<OutdatedTool, 'newer' | 'endedOn' | 'securityRelease'>) {
  return (
    <span className="tool-state">
      {securityRelease && (
        <span title={texts.weaknessesHelp(securityRelease)}>
          <Badge kind="wrong">{texts.weaknesses}</Badge>
        </span>
      )}
      {endedOn && (
        <span title={texts.endedOn(endedOn)}>
          <Badge kind="warning">{texts.ended}</Badge>
        </span>
      )}
      {newer ? texts.newerIs(newer) : !endedOn && <span className="muted">{texts.upToDate}</span>}
    </span>
  )
}
